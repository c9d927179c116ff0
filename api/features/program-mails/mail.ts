import { programMailKinds } from "../../../events/members/program-mail-events.ts";
import { mayGetProgramMail } from "../../../events/members/program-mails.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { MailKind } from "../../mail/outbox/mail-kind.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import { programMailsLink } from "../../contract/mailed-links.ts";
import type { ConversationLinks } from "../connections/links.ts";
import { type ProgramMail, queuedAs } from "./program-mail-kind.ts";

interface ProgramMailParts {
  readonly mails: readonly ProgramMail[];
  readonly table: Pick<MemberTable, "byId">;
  readonly refusedAddresses: Pick<RefusedAddresses, "hasBounced">;
  readonly links: Pick<ConversationLinks, "issue">;
}

/**
 * Completes queued mails, which have only a kind. Content is read when they are sent, so they name
 * no one erased since.
 */
export function createProgramMail(
  { mails, table, refusedAddresses, links }: ProgramMailParts,
): Required<Pick<MailKind, "lookUp">> {
  const byName = new Map(mails.map((mail) => [queuedAs(mail.kind), mail]));
  const names: ReadonlySet<string> = new Set(programMailKinds.map(queuedAs));
  return {
    async lookUp({ kind, memberId, createdAtMs }) {
      if (!names.has(kind)) return undefined;
      const member = await table.byId(memberId);
      const mail = byName.get(kind);
      if (mail === undefined || member === undefined || !mayGetProgramMail(member)) {
        return "dropped";
      }
      if (await refusedAddresses.hasBounced(member) || !await mail.isWanted(member)) {
        return "dropped";
      }
      const written = await mail.write(member, { createdAtMs });
      if (written === undefined) return "dropped";
      const token = await links.issue(member, programMailsLink, createdAtMs);
      return {
        to: member.email,
        aboutIds: written.aboutIds,
        letter(head) {
          const letter = written.letter(head);
          const unsubscribe = new URL(`/c/${token}/no-program-mails`, head.appOrigin).href;
          return {
            ...letter,
            firstName: member.firstName,
            details: [...letter.details ?? [], {
              label: "Stop emails that you didn't ask for",
              link: unsubscribe,
            }],
            unsubscribe,
          };
        },
      };
    },
  };
}
