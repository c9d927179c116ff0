import type { Events } from "../../events/open.ts";
import { Relay } from "../relay/relay.ts";
import type { Mailing } from "./mailing.ts";
import type { Shared } from "./shared.ts";

/** Replies by mail. What reads and proves them is loaded with the first one. */
export function createRelay(all: Shared & Mailing, { connections }: Pick<Events, "connections">) {
  const { currentReplies } = all;
  return new Relay({
    ...all,
    addresses: all.replyAddresses,
    recorded: connections,
    secret: all.secrets.claimKey,
    async readMail(mail) {
      const { readMail } = await import("../mail/arriving/read/read-mail.ts");
      const replies = await currentReplies();
      return readMail(mail, replies ? [replies.address] : []);
    },
    async proveAuthor(source) {
      const { proveAuthor } = await import("../mail/arriving/proof/prove-author.ts");
      const { trustedAuthservId } = await currentReplies() ?? {};
      return await proveAuthor(source, { trustedAuthservId });
    },
  });
}
