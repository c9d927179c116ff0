import { createHash } from "node:crypto";
import { isDatabaseAway } from "../../../events/store/database-errors.ts";
import { Refusal } from "../../../events/errors.ts";
import { KeyedLock } from "../../../events/keyed-lock.ts";
import { confirmedAddresses } from "../../../events/members/addresses.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { questionIn } from "../../contract/questions.ts";
import { NewMessage } from "../../contract/connections.ts";
import type {
  InboundMail,
  Outcome,
  ParsedMail,
  RefusalReason,
} from "../../mail/inbound/inbound-mail.ts";
import { readInWorker } from "../../mail/inbound/worker/ask-mail-worker.ts";
import { createRemoveOwnLinks, type RemoveOwnLinks } from "../../mail/templates/own-links.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import { isAddressOf, withoutContacts } from "./own-contacts.ts";
import type { Message, Posting } from "./posting.ts";
import type { RefusalNotice, Refusals } from "./refusals.ts";
import type { ReplyAddresses } from "./reply-addresses.ts";

interface MailReceiverParts {
  readonly posting: Pick<Posting, "idsOf" | "isPosted" | "isRepeated" | "post">;
  readonly refusals: Pick<Refusals, "hold" | "mayShowUnsure" | "refuse">;
  readonly replyAddresses: Pick<ReplyAddresses, "current" | "find" | "findExpired">;
  readonly refusedAddresses: Pick<RefusedAddresses, "clearBounces" | "noteBounce">;
  readonly members: Pick<MemberTable, "byEmail">;
  readonly appOrigin: string;
}

const unsure =
  "It came from your address, but we couldn't be sure that it's yours, or tell which conversation " +
  "it belongs to. If you wrote it, open the conversation and write there.";
const unsureAnswer =
  "It came from your address, but we couldn't be sure that it's yours. If you wrote it, open the " +
  "link in our email and answer there.";

/**
 * Receives replies by mail: the new text becomes a message in its author's conversation. Without
 * proof of the author, it waits until the member confirms it. Strangers get no answer.
 */
export class MailReceiver {
  readonly #removeOwnLinks: RemoveOwnLinks;
  readonly #lock = new KeyedLock();

  constructor(private readonly deps: MailReceiverParts) {
    this.#removeOwnLinks = createRemoveOwnLinks(deps.appOrigin);
  }

  /** Rejects if nothing was stored and the mail must be sent again. */
  async receive(mail: InboundMail): Promise<Outcome> {
    const replies = await this.deps.replyAddresses.current();
    const ownAddresses = replies ? [replies.address] : [];
    const take = (reading: ParsedMail) => this.#take(mail, reading, replies?.trustedAuthservId);
    // Loaded with the first mail, since many programs never receive any.
    const { readHeadersOnly } = await import("../../mail/inbound/read/read-headers.ts");
    const head = readHeadersOnly(mail, ownAddresses);
    try {
      const { content, mayReport } = head;
      const isUnread = content.is === "refused" && content.reason === "unreadable";
      const isRead = mayReport || isUnread && await this.#isNamed(head);
      return await take(isRead && await readInWorker(mail, ownAddresses) || head);
    } catch (error) {
      // Report every failure, since each try may be the last. A later success replaces the report.
      if (!isDatabaseAway(error)) await take(head);
      throw error;
    }
  }

  /** Whether it is sent to one of our reply addresses, or answers one of our mails. */
  async #isNamed({ envelope: { recipients, answers } }: ParsedMail): Promise<boolean> {
    return await this.deps.replyAddresses.find([...recipients, ...answers]) !== undefined;
  }

  async #take(
    mail: InboundMail,
    { envelope, content }: ParsedMail,
    trustedAuthservId: string | undefined,
  ): Promise<Outcome> {
    if (content.is === "machine") return { is: "machine" };
    const { replyAddresses, refusals, posting } = this.deps;
    const { author } = envelope;
    const named = author === undefined ? undefined : await this.deps.members.byEmail(author);
    if (content.is === "bounce") {
      const bounced = await replyAddresses.find(content.messageIds);
      const isOfMember = named !== undefined ||
        (bounced !== undefined && isAddressOf(bounced.member, author));
      // Servers don't send reports from a member's address.
      if (!isOfMember) {
        if (bounced && content.isHard) await this.deps.refusedAddresses.noteBounce(bounced.member);
        return { is: "bounce" };
      }
    }
    const ids = [
      ...envelope.recipients,
      ...envelope.answers,
      ...content.is === "bounce" ? content.messageIds : [],
    ];
    const found = await replyAddresses.find(ids);
    const isAutomatic = content.is === "bounce" ||
      (content.is === "refused" && content.reason === "automatic");
    // Verifying the author needs DNS, so it isn't done for strangers.
    const prove = async () => {
      const { proveAuthor } = await import("../../mail/inbound/proof/prove-author.ts");
      return (await proveAuthor(mail.source, { trustedAuthservId })).isProven;
    };
    const mailId = envelope.messageId ?? createHash("sha256").update(mail.source).digest("hex");
    if (found?.connectionId === undefined) {
      const member = named ?? found?.member;
      const expired = named && await replyAddresses.findExpired(named, ids);
      const aboutId = expired?.connectionId ?? null;
      const reason = isAutomatic
        ? "automatic"
        : aboutId === null
        ? "unknown-conversation"
        : "expired";
      // Only recipients of our mail know the secret in its address.
      const isSure = member !== undefined &&
        (found !== undefined || expired !== undefined || await prove());
      if (isSure) {
        return await refusals.refuse(member, mailId, aboutId, reason, { isMailed: !isAutomatic });
      }
      const isShown = member && await refusals.mayShowUnsure(member);
      const notice = { why: unsure, isMailed: false };
      return await refusals.refuse(isShown ? member : undefined, mailId, null, reason, notice);
    }
    const { member, connectionId } = found;
    // As on the site, suspended members can neither read nor write.
    if (!isAdmitted(member)) return { is: "refused", reason: "closed" };
    const isQuestion = questionIn(connectionId) !== undefined;
    const refuse = (reason: RefusalReason, notice: RefusalNotice = {}) =>
      refusals.refuse(member, mailId, isQuestion ? null : connectionId, reason, notice);
    // Report on the site only: a mail about it could be answered automatically, too.
    if (isAutomatic) return await refuse("automatic", { isMailed: false });
    const isUnread = content.is === "refused" && author === undefined;
    if (!isUnread && !isAddressOf(member, author)) return await refuse("not-the-author");
    const messageIds = posting.idsOf(member.memberId, mailId);
    if (content.is === "refused") {
      // An earlier try may have posted it before it failed.
      const isPosted = await posting.isPosted({ connectionId, messageId: messageIds.messageId });
      return isPosted ? { is: "posted" } : await refuse(content.reason);
    }
    const { text, leftOut } = withoutContacts(content, member, this.#removeOwnLinks);
    const { data } = NewMessage.safeParse({ text });
    if (data === undefined) return await refuse(text.trim() === "" ? "empty" : "too-long");
    const message: Message = {
      ...messageIds,
      connectionId,
      text: data.text,
      leftOut,
    };
    const isAccount = author !== undefined && confirmedAddresses(member).includes(author);
    const isSure = isAccount && await prove();
    return await this.#lock.run(member.memberId, async () => {
      const isPosted = await posting.isPosted(message);
      // Undeclared robots would answer each other endlessly.
      if (!isPosted && await posting.isRepeated(member.memberId, message)) {
        return await refuse("repeated");
      }
      // There is no conversation in which it could wait.
      if (!isSure && !isPosted && isQuestion) {
        return await refuse("not-the-author", { why: unsureAnswer });
      }
      if (!isSure && !isPosted) return await refusals.hold(member, mailId, message);
      try {
        if (!await posting.post(member.memberId, message)) return await refuse("too-many");
        await this.deps.refusedAddresses.clearBounces(member.memberId);
        return { is: "posted" };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return await refuse("closed", { why: error.message });
      }
    });
  }
}
