import { asksFrom, classDateOf, hasPutOff } from "../../../events/commissioning/commissioning.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Letterhead } from "../../mail/templates/letterhead.ts";
import { pageLink } from "../../mail/templates/letterhead.ts";
import type { MailKind } from "../../mail/outbox/mail-kind.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import { type CommissioningLetter, confirmLetter, reminderKind } from "./mail-templates.ts";
import type { CommissioningLinks } from "./links.ts";

export interface CommissioningMailParts {
  readonly table: Pick<MemberTable, "byId">;
  readonly links: Pick<CommissioningLinks, "issue">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly refusedAddresses: Pick<RefusedAddresses, "hasBounced">;
  readonly now: () => Date;
}

/** Staff's reminders. They are queued without content, since a cadet may answer before one is sent. */
export function createCommissioningMail(
  deps: CommissioningMailParts,
): Required<Pick<MailKind, "lookUp">> {
  const { table, refusedAddresses } = deps;
  return {
    async lookUp({ kind, memberId, createdAtMs }) {
      if (kind !== reminderKind) return undefined;
      const member = await table.byId(memberId);
      if (member === undefined || await refusedAddresses.hasBounced(member)) return "dropped";
      const write = await writeConfirm(deps, member, { createdAtMs, isByStaff: true });
      if (write === undefined) return "dropped";
      const { email: to, firstName } = member;
      return { to, letter: (head) => ({ ...write(head), firstName }) };
    },
  };
}

/** Writes the letter that asks a cadet to confirm; `undefined` once there is nothing to confirm. */
export async function writeConfirm(
  { links, settings, now }: Pick<CommissioningMailParts, "links" | "settings" | "now">,
  member: MemberRecord,
  { createdAtMs, isByStaff }: { readonly createdAtMs: number; readonly isByStaff: boolean },
): Promise<((head: Letterhead) => CommissioningLetter) | undefined> {
  const of = classDateOf(member, settings.current().commissioningDates);
  if (of === undefined || hasPutOff(member) || now() < asksFrom(of)) return undefined;
  const token = await links.issue(member, createdAtMs);
  const isBefore = now().getTime() < Date.parse(of.date);
  return (head) =>
    confirmLetter({
      ...{ date: of.date, isBefore, isByStaff },
      link: pageLink(head, `/c/${token}/commissioning`),
    }, head);
}
