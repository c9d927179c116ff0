import type { MailQueue } from "../../../events/members/mail-queue.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import { type Outcome, type RefusalReason, refusalTexts } from "../../mail/inbound/inbound-mail.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Message } from "./posting.ts";
import { heldKind, refusedKind } from "./relay-mail.ts";

interface RefusalsParts {
  readonly arrivals: Pick<Arrivals, "idOf" | "of" | "put">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly queue: Pick<MailQueue, "add">;
  readonly now: () => Date;
}

/** How to tell a member that their mail was not posted. */
export interface RefusalNotice {
  /** The text shown; by default that of the reason. */
  readonly why?: string;
  /** Whether it is also mailed, at most once a day. */
  readonly isMailed?: boolean;
}

const perMs = 24 * 60 * 60 * 1000;
const heldADay = [{ perMs, atMost: 5 }];
const unsureADay = [{ perMs, atMost: 5 }];
const refusalMailsADay = [{ perMs, atMost: 1 }];

/** Notices to authors of mails that aren't posted, or not yet. */
export class Refusals {
  constructor(private readonly parts: RefusalsParts) {}

  /** Stores a mail until its author confirms it, and asks them by mail, once. */
  async hold(member: MemberRecord, mailId: string, message: Message): Promise<Outcome> {
    const { arrivals, counts, queue, now } = this.parts;
    const { memberId } = member;
    const { connectionId, id } = message;
    const before = (await arrivals.of(memberId)).find((arrival) => arrival.id === id);
    if (before?.is === "held" && before.isTold) return { is: "held" };
    if (await counts.take(`held mails of ${memberId}`, heldADay) !== undefined) {
      return await this.refuse(member, mailId, connectionId, "too-many");
    }
    const held = { is: "held", atMs: now().getTime(), ...message } as const;
    await arrivals.put(memberId, { ...held, isTold: false });
    await queue.add(memberId, { kind: heldKind, content: { connectionId, id } });
    await arrivals.put(memberId, { ...held, isTold: true });
    return { is: "held" };
  }

  /** Shows only a few, since strangers may write in a member's name. */
  async mayShowUnsure({ memberId }: MemberRecord): Promise<boolean> {
    return await this.parts.counts.take(`unsure mails of ${memberId}`, unsureADay) === undefined;
  }

  /** Shows a member on the site why their mail was not posted, and mails it once a day. */
  async refuse(
    member: MemberRecord | undefined,
    mailId: string,
    connectionId: string | null,
    reason: RefusalReason,
    { why = refusalTexts[reason], isMailed = true }: RefusalNotice = {},
  ): Promise<Outcome> {
    const { arrivals, counts, queue, now } = this.parts;
    if (member !== undefined && isAdmitted(member)) {
      const { memberId } = member;
      const id = arrivals.idOf(memberId, mailId);
      await arrivals.put(memberId, { is: "refused", id, atMs: now().getTime(), connectionId, why });
      const mayMail = isMailed &&
        await counts.take(`refused mails of ${memberId}`, refusalMailsADay) === undefined;
      if (mayMail) {
        await queue.add(memberId, { kind: refusedKind, content: { connectionId } });
      }
    }
    return { is: "refused", reason };
  }
}
