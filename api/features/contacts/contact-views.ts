import type { Reveals, SharedBudget } from "../../../events/contacts/handle-reveals.ts";
import {
  dayOf,
  requireConfirmedAddress,
  type Reveal,
  unseenContacts,
} from "../../../events/contacts/reveals.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ProgramLimits } from "../../../events/program/limits.ts";
import type { RevealTable } from "../../../events/read/reveals.ts";
import { causeOf } from "../../auth/cause.ts";
import { networkKey } from "../../auth/limits/address-key.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Limits } from "../../auth/limits/rate-limits.ts";
import type { CountWindow, SharedCounts } from "../../auth/limits/shared-counts.ts";
import { Problem } from "../../contract/problem.ts";
import type { KnownMembers } from "./known-members.ts";

interface ContactViewsParts {
  readonly reveals: Pick<Reveals, "save">;
  readonly tables: { readonly reveals: Pick<RevealTable, "seenOn"> };
  readonly knownMembers: Pick<KnownMembers, "isKnown">;
  readonly counts: Pick<SharedCounts, "take" | "giveBack">;
  /** Read at each view, since staff may change them. */
  readonly limits:
    & Pick<ProgramLimits, "contactsADay">
    & Pick<Limits, "contactsPerStranger" | "contactsPerNetwork" | "contactsPerNetworkADay">;
  readonly now: () => Date;
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** Appends contact views to the log, within limits, before anything is shown. */
export class ContactViews {
  constructor(private readonly deps: ContactViewsParts) {}

  /**
   * @throws {Refusal} Without a verified address, or after too many people's contacts today.
   * @throws {Problem} 429 after too many views by new accounts at their network address.
   */
  async append(viewer: MemberRecord, reveal: Reveal, origin: Origin): Promise<void> {
    const { reveals, knownMembers, limits, limits: { contactsADay } } = this.deps;
    requireConfirmedAddress(viewer);
    const isKnown = await knownMembers.isKnown(viewer);
    const perDay = isKnown ? contactsADay : Math.min(limits.contactsPerStranger, contactsADay);
    const shared = isKnown ? undefined : this.#sharedAt(origin.ip);
    const cause = causeOf(viewer.memberId, origin);
    const budget = { perDay, isKnown, shared };
    await reveals.save(viewer.memberId, reveal, cause, budget);
  }

  /**
   * Whether they were shown all of these contacts today. @throws {Refusal} Without a verified
   * address.
   */
  async hasSeen(viewer: MemberRecord, reveal: Reveal): Promise<boolean> {
    requireConfirmedAddress(viewer);
    const seen = await this.deps.tables.reveals.seenOn(dayOf(this.deps.now()), viewer.memberId);
    return unseenContacts(seen, reveal).length === 0;
  }

  /** The limit that unknown members at one network address share, across all nodes. */
  #sharedAt(ip: string): SharedBudget {
    const { counts, limits } = this.deps;
    const key = `contacts ${networkKey(ip)}`;
    const windows: readonly CountWindow[] = [
      { perMs: hourMs, atMost: limits.contactsPerNetwork },
      { perMs: 24 * hourMs, atMost: limits.contactsPerNetworkADay },
    ];
    return {
      async take() {
        const waitMs = await counts.take(key, windows);
        if (waitMs === undefined) return;
        throw tooManyFromNetwork(waitMs);
      },
      giveBack: () => counts.giveBack(key),
    };
  }
}

function tooManyFromNetwork(waitMs: number): Problem {
  const minutes = Math.ceil(waitMs / minuteMs);
  const wait = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return new Problem(
    429,
    `People on your network have viewed too many contacts. Try again in ${wait}.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  );
}
