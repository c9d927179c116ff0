import { createHash } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Connections as RecordedConnections } from "../../../events/connections/handle.ts";
import { isDatabaseAway } from "../../../events/database-errors.ts";
import { Refusal } from "../../../events/errors.ts";
import { KeyedLock } from "../../../events/keyed-lock.ts";
import { keyedUuid } from "../../../events/keyed-uuid.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Mailing } from "../../composition/mailing.ts";
import type { Shared } from "../../composition/shared.ts";
import { NewMessage } from "../../contract/connections.ts";
import {
  type ArrivedMail,
  type Outcome,
  type Reading,
  type RefusalReason,
  whyRefused,
} from "../../mail/arriving/arriving-mail.ts";
import { readInWorker } from "../../mail/arriving/worker/ask-mail-worker.ts";
import { createRemoveOwnLinks, type RemoveOwnLinks } from "../../mail/letters/own-links.ts";
import { Problem } from "../../contract/problem.ts";
import type { Arrival, HeldMail } from "./arrivals.ts";
import { isAddressOf, withoutContacts } from "./own-contacts.ts";
import { heldKind, refusedKind } from "./relay-mail.ts";

type RelayParts = Shared & Mailing & { readonly recorded: Pick<RecordedConnections, "act"> };

/** How a member is told that their mail was not posted. */
interface Told {
  /** By default what its reason says. */
  readonly why?: string;
  /** Also by mail, once a day. */
  readonly isMailed?: boolean;
}

/** A message that arrived by mail, before it is posted. */
type Message = Pick<HeldMail, "id" | "connectionId" | "messageId" | "text" | "leftOut">;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const ofMember = [{ perMs: hourMs, atMost: 20 }, { perMs: dayMs, atMost: 100 }];
const ofConversation = [{ perMs: hourMs, atMost: 10 }];
const heldADay = [{ perMs: dayMs, atMost: 5 }];
const unsureADay = [{ perMs: dayMs, atMost: 5 }];
const unsure =
  "It came from your address, but we couldn't be sure that it's yours, or tell which conversation " +
  "it belongs to. If you wrote it, open the conversation and write there.";
const refusalMailsADay = [{ perMs: dayMs, atMost: 1 }];

/**
 * Replies by mail: the new text becomes a message in its author's conversation. Without proof of
 * the author, it waits until the member confirms it. Strangers get no answer.
 */
export class Relay {
  readonly #idKey: Uint8Array;
  readonly #removeOwnLinks: RemoveOwnLinks;
  readonly #lock = new KeyedLock();

  constructor(private readonly deps: RelayParts) {
    this.#idKey = deriveKey(deps.secrets.claimKey, "messages by mail");
    this.#removeOwnLinks = createRemoveOwnLinks(deps.appOrigin);
  }

  /** Rejects if nothing was stored and the mail has to be sent again. */
  async receive(mail: ArrivedMail): Promise<Outcome> {
    const replies = await this.deps.currentReplies();
    const ownAddresses = replies ? [replies.address] : [];
    const take = (reading: Reading) => this.#take(mail, reading, replies?.trustedAuthservId);
    // Loaded with the first mail.
    const { readHeadersOnly } = await import("../../mail/arriving/read/read-headers.ts");
    const head = readHeadersOnly(mail, ownAddresses);
    try {
      const { content, mayReport } = head;
      const isUnread = content.is === "refused" && content.reason === "unreadable";
      const isRead = mayReport || isUnread && await this.#isNamed(head);
      return await take(isRead && await readInWorker(mail, ownAddresses) || head);
    } catch (error) {
      // Each try may be the last. If a later one works, what it stores replaces this.
      if (!isDatabaseAway(error)) await take(head);
      throw error;
    }
  }

  /** Whether it is sent to one of our reply addresses, or answers a mail of ours. */
  async #isNamed({ envelope: { recipients, answers } }: Reading): Promise<boolean> {
    return await this.deps.replyAddresses.find([...recipients, ...answers]) !== undefined;
  }

  async #take(
    mail: ArrivedMail,
    { envelope, content }: Reading,
    trustedAuthservId: string | undefined,
  ): Promise<Outcome> {
    if (content.is === "machine") return { is: "machine" };
    const { replyAddresses } = this.deps;
    const { author } = envelope;
    const named = author === undefined ? undefined : await this.deps.table.byEmail(author);
    if (content.is === "bounce") {
      const bounced = await replyAddresses.find(content.messageIds);
      const isOfMember = named !== undefined ||
        (bounced !== undefined && isAddressOf(bounced.member, author));
      // Servers don't report from a member's address.
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
    // Needs DNS, so it isn't done for strangers.
    const prove = async () => {
      const { proveAuthor } = await import("../../mail/arriving/proof/prove-author.ts");
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
      // Whoever knows the secret in an address got our mail.
      const isSure = member !== undefined &&
        (found !== undefined || expired !== undefined || await prove());
      if (isSure) {
        return await this.#refuse(member, mailId, aboutId, reason, { isMailed: !isAutomatic });
      }
      const isShown = member && await this.#mayShowUnsure(member);
      const told = { why: unsure, isMailed: false };
      return await this.#refuse(isShown ? member : undefined, mailId, null, reason, told);
    }
    const { member, connectionId } = found;
    // As on the site, a suspended member reads and writes nothing.
    if (!isAdmitted(member)) return { is: "refused", reason: "closed" };
    const refuse = (reason: RefusalReason, told: Told = {}) =>
      this.#refuse(member, mailId, connectionId, reason, told);
    // A mail about it could be answered automatically, too.
    if (isAutomatic) return await refuse("automatic", { isMailed: false });
    const isUnread = content.is === "refused" && author === undefined;
    if (!isUnread && !isAddressOf(member, author)) return await refuse("not-the-author");
    const messageId = keyedUuid(this.#idKey, `${member.memberId} ${mailId}`);
    if (content.is === "refused") {
      // It may have failed after it was posted.
      const isPosted = await this.#isPosted({ connectionId, messageId });
      return isPosted ? { is: "posted" } : await refuse(content.reason);
    }
    const { text, leftOut } = withoutContacts(content, member, this.#removeOwnLinks);
    const { data } = NewMessage.safeParse({ text });
    if (data === undefined) return await refuse(text.trim() === "" ? "empty" : "too-long");
    const message: Message = {
      id: this.deps.arrivals.idOf(member.memberId, mailId),
      messageId,
      connectionId,
      text: data.text,
      leftOut,
    };
    const isAccount = member.emailVerified && author === normalName(member.email);
    const isSure = isAccount && await prove();
    return await this.#lock.run(member.memberId, async () => {
      const isPosted = await this.#isPosted(message);
      // Undeclared robots would answer each other without end.
      if (!isPosted && await this.#isRepeated(member.memberId, message)) {
        return await refuse("repeated");
      }
      if (!isSure && !isPosted) return await this.#hold(member, mailId, message);
      try {
        const isDone = await this.#post(member.memberId, message);
        return isDone ? { is: "posted" } : await refuse("too-many");
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return await refuse("closed", { why: error.message });
      }
    });
  }

  /** Oldest first, about one conversation or none: waiting, posted in part, or not posted. */
  async about(memberId: string, connectionId: string | null): Promise<readonly Arrival[]> {
    const arrivals = await this.deps.arrivals.of(memberId);
    return arrivals.filter((arrival) => arrival.connectionId === connectionId);
  }

  /** @throws {Problem} 404 or 429. @throws {Refusal} When the conversation has ended. */
  async release(memberId: string, id: string): Promise<void> {
    const held = await this.#held(memberId, id);
    if (!await this.#post(memberId, held)) throw new Problem(429, whyRefused["too-many"]);
  }

  /** @throws {Problem} 404 when it no longer waits. */
  async discard(memberId: string, id: string): Promise<void> {
    const held = await this.#held(memberId, id);
    await this.deps.arrivals.remove(memberId, held.id);
  }

  /**
   * Sends the author's masked contacts as a message of its own, once.
   * @throws {Problem} 404 after seven days, or once they are sent. @throws {Refusal} When the conversation has ended.
   */
  async sendContacts(memberId: string, id: string): Promise<void> {
    const { arrivals, limits, recorded } = this.deps;
    const arrival = (await arrivals.of(memberId)).find((each) => each.id === id);
    const contacts = arrival?.is === "posted" &&
      arrival.leftOut.cut.find(({ is }) => is === "contact");
    if (!contacts) throw new Problem(404, "There's nothing left out that you can send");
    await limits.message(memberId);
    const { connectionId, leftOut } = arrival;
    const command = { type: "Write", text: contacts.text, way: "site" } as const;
    const cause = causeOf(memberId, { requestId: this.deps.newId() });
    const messageId = keyedUuid(this.#idKey, `${memberId} ${id} contacts`);
    await recorded.act(memberId, connectionId, command, cause, messageId);
    const cut = leftOut.cut.filter((each) => each !== contacts);
    await this.#putPosted(memberId, { ...arrival, leftOut: { ...leftOut, masked: 0, cut } });
  }

  /** Keeps what was left out, if anything. */
  async #putPosted(memberId: string, posted: Extract<Arrival, { is: "posted" }>): Promise<void> {
    const { arrivals } = this.deps;
    const { attachments, masked, links, cut } = posted.leftOut;
    const isWhole = attachments + masked + links + cut.length === 0;
    await (isWhole ? arrivals.remove(memberId, posted.id) : arrivals.put(memberId, posted));
  }

  async #held(memberId: string, id: string): Promise<HeldMail> {
    const arrival = (await this.deps.arrivals.of(memberId)).find((each) => each.id === id);
    if (arrival?.is !== "held") throw new Problem(404, "This email isn't waiting anymore");
    return arrival;
  }

  /** Posts a message once. Returns false after too many. */
  async #post(memberId: string, message: Message): Promise<boolean> {
    const { recorded, notices, counts } = this.deps;
    const { id, connectionId, messageId, text, leftOut } = message;
    if (!await this.#isPosted(message)) {
      const limited = await counts.take(`mails of ${memberId}`, ofMember) ??
        await counts.take(`mails in ${memberId} ${connectionId}`, ofConversation);
      if (limited !== undefined) return false;
      const command = { type: "Write", text, way: "mail" } as const;
      const cause = causeOf(memberId, { requestId: this.deps.newId() });
      await recorded.act(memberId, connectionId, command, cause, messageId);
    }
    // An answer shows that the last mail was read: the next message is mailed, too.
    await notices.open({ memberId, connectionId });
    const atMs = this.deps.now().getTime();
    await this.#putPosted(memberId, { is: "posted", id, atMs, connectionId, messageId, leftOut });
    await this.deps.refusedAddresses.clearBounces(memberId);
    return true;
  }

  async #isPosted(
    { connectionId, messageId }: Pick<Message, "connectionId" | "messageId">,
  ): Promise<boolean> {
    return await this.deps.connectionTable.text(connectionId, messageId) !== undefined;
  }

  /** Whether the same text was posted within a day. */
  async #isRepeated(authorId: string, { connectionId, text }: Message): Promise<boolean> {
    const query = { kind: "message", authorId, limit: 10 } as const;
    const { texts } = await this.deps.texts.latest(connectionId, query);
    const sinceMs = this.deps.now().getTime() - dayMs;
    return texts.some((before) => before.text === text && Date.parse(before.at) > sinceMs);
  }

  async #hold(member: MemberRecord, mailId: string, message: Message): Promise<Outcome> {
    const { arrivals, counts, mailQueue } = this.deps;
    const { memberId } = member;
    const { connectionId, id } = message;
    const before = (await arrivals.of(memberId)).find((arrival) => arrival.id === id);
    if (before?.is === "held" && before.isTold) return { is: "held" };
    if (await counts.take(`held mails of ${memberId}`, heldADay) !== undefined) {
      return await this.#refuse(member, mailId, connectionId, "too-many");
    }
    const held = { is: "held", atMs: this.deps.now().getTime(), ...message } as const;
    await arrivals.put(memberId, { ...held, isTold: false });
    await mailQueue.add(memberId, { kind: heldKind, content: { connectionId, id } });
    await arrivals.put(memberId, { ...held, isTold: true });
    return { is: "held" };
  }

  /** Strangers may write in a member's name, so the site shows only a few. */
  async #mayShowUnsure({ memberId }: MemberRecord): Promise<boolean> {
    return await this.deps.counts.take(`unsure mails of ${memberId}`, unsureADay) === undefined;
  }

  /** Shows a member on the site why their mail was not posted, and mails it once a day. */
  async #refuse(
    member: MemberRecord | undefined,
    mailId: string,
    connectionId: string | null,
    reason: RefusalReason,
    { why = whyRefused[reason], isMailed = true }: Told = {},
  ): Promise<Outcome> {
    const { arrivals, counts, mailQueue, now } = this.deps;
    if (member !== undefined && isAdmitted(member)) {
      const { memberId } = member;
      const id = arrivals.idOf(memberId, mailId);
      await arrivals.put(memberId, { is: "refused", id, atMs: now().getTime(), connectionId, why });
      const mayMail = isMailed &&
        await counts.take(`refused mails of ${memberId}`, refusalMailsADay) === undefined;
      if (mayMail) {
        await mailQueue.add(memberId, { kind: refusedKind, content: { connectionId } });
      }
    }
    return { is: "refused", reason };
  }
}
