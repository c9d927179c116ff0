import type { Along, MailAbout } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { type ProgramPeople, remainingStaffId } from "../../../events/read/program-people.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import { requireConfirmed, requireEnough } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type * as contract from "../../contract/account.ts";
import type { Addresses } from "./addresses.ts";
import type { EmailChange } from "./change-email.ts";
import type { Changes } from "./changes.ts";
import type { RequireCadreCode } from "./policies/cadre-code.ts";

interface AccountsParts {
  readonly changes: Pick<Changes, "save">;
  readonly addresses: Pick<Addresses, "asking">;
  /** Set while no address is confirmed. */
  readonly emailChange: Pick<EmailChange, "save">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly people: Pick<ProgramPeople, "staff">;
  };
  readonly limits: Pick<RateLimits, "change" | "claim">;
  readonly requireCadreCode: RequireCadreCode;
  readonly now: () => Date;
}

/** A member's changes to their own account. */
export class Accounts {
  constructor(private readonly parts: AccountsParts) {}

  /** @throws {Problem} 403 with `confirm` for becoming cadre without a recent password check. */
  async selectRole(
    memberId: string,
    { role, cadreCode }: contract.SelectRole,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { changes, tables, limits, requireCadreCode } = this.parts;
    const { isGuarded } = roleTraits[role];
    const isNew = (await tables.members.byId(memberId))?.role !== role;
    if (isGuarded && isNew) this.#requireConfirmed(origin);
    // Otherwise staff could avoid the second check by giving up the role.
    if (isNew) requireEnough(origin.session);
    const hasCode = await requireCadreCode({ role, cadreCode }, origin.ip);
    await limits.change(memberId);
    const confirmedBy = hasCode ? "code" : undefined;
    const remaining = isGuarded
      ? {}
      : { remainingStaffId: await remainingStaffId(tables.people, memberId) };
    const command = { type: "SelectRole", role, confirmedBy, ...remaining } as const;
    return await changes.save(memberId, command, origin);
  }

  /**
   * The confirmed address stays valid until the new one is confirmed.
   * @throws {Problem} 403 with `confirm` for changing the address without a recent password check.
   */
  async changeDetails(
    memberId: string,
    details: contract.AccountDetails,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { changes, addresses, emailChange, tables, limits } = this.parts;
    await limits.change(memberId);
    const command = { type: "ChangeAccountDetails", ...details } as const;
    const { username, email, emailVerified } = { ...await tables.members.byId(memberId) };
    const newEmail = details.email === email ? undefined : details.email;
    if (newEmail !== undefined && emailVerified) {
      return await addresses.asking(memberId, newEmail, command, origin);
    }
    const save = (mail?: MailAbout, along?: Along) =>
      changes.save(memberId, command, origin, mail, along);
    const change = async () => {
      if (newEmail === undefined) return await save();
      this.#requireConfirmed(origin);
      return await emailChange.save(memberId, newEmail, save);
    };
    const isNew = newEmail !== undefined || (details.username ?? username) !== username;
    return await (isNew ? limits.claim({ memberId }, change) : change());
  }

  #requireConfirmed({ session }: Origin): void {
    requireConfirmed(session, this.parts.now());
  }
}
