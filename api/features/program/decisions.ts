import { Refusal } from "../../../events/errors.ts";
import type { ProgramCommand } from "../../../events/members/commands.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { type ProgramPeople, remainingStaffId } from "../../../events/read/program-people.ts";
import { causeOf } from "../../auth/cause.ts";
import type { EndingAccess } from "../../auth/end-access.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Staff } from "../../auth/staff.ts";
import { Problem } from "../../contract/problem.ts";
import type { ContactSurge } from "../../contract/program.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import { type Decision, isLocking, needsPassword } from "./decision.ts";
import { programMail } from "./mails.ts";
import { noSuchPerson } from "./program.ts";
import { accessIn } from "./roster.ts";
import type { Surges } from "./surges.ts";

interface DecisionsParts {
  readonly staff: Staff;
  readonly members: Pick<MemberCommands, "carryOut" | "execute">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly people: Pick<ProgramPeople, "staff">;
  };
  readonly endingAccess: EndingAccess;
  readonly surges: Pick<Surges, "accountsOf">;
  readonly outgoing: Pick<Outgoing, "current" | "wake">;
}

/** Decisions by staff. 404 for other members. */
export class Decisions {
  constructor(private readonly deps: DecisionsParts) {}

  async changeNotices(memberId: string, wants: boolean, origin: Origin): Promise<void> {
    await this.deps.staff.require(memberId);
    await this.deps.staff.count(memberId);
    const command = { type: "ChangeStaffNotices", wants } as const;
    await this.deps.members.execute(memberId, command, causeOf(memberId, origin));
  }

  /**
   * Decides about a person, who gets a mail. Other staff are mailed about staff access.
   * @throws {Problem} 403 with `confirm` without a recent password check, see `needsPassword`.
   * @throws {Refusal} When other staff decided first, or no staff would be left.
   */
  async decide(
    memberId: string,
    personId: string,
    decision: Decision,
    origin: Origin,
  ): Promise<void> {
    if (needsPassword(decision)) {
      await this.deps.staff.require(memberId);
      this.deps.staff.requireConfirmed(origin);
    }
    await this.#carryOut(memberId, personId, decision, origin);
  }

  async #carryOut(...[memberId, personId, decision, origin]: Parameters<Decisions["decide"]>) {
    const { members, tables, endingAccess, outgoing } = this.deps;
    await this.deps.staff.require(memberId);
    const person = await tables.members.byId(personId);
    if (person === undefined) throw noSuchPerson();
    if (isLocking(decision) && memberId === personId) {
      throw new Problem(400, "You can't do this to your own account. Ask other staff.");
    }
    const news = { by: memberId, staffIds: await this.#staffIds() };
    const command = {
      ...decision,
      ...decision.type === "Admit" && { seen: decision.seen ?? accessIn(person) },
      remainingStaffId: memberId === personId
        ? await remainingStaffId(tables.people, memberId)
        : memberId,
    } as ProgramCommand;
    await members.carryOut({
      memberId: personId,
      commands: [command],
      mail: (change) => programMail(change, news),
      ...isLocking(decision) && { along: () => endingAccess(personId) },
    }, causeOf(memberId, origin));
    outgoing.wake();
  }

  /**
   * Confirms a person's address while no mail can be sent, but only the address that staff saw.
   * @throws {Problem} 409 once mail works, or when the person has another address now.
   */
  async confirmAddress(
    memberId: string,
    personId: string,
    email: string,
    origin: Origin,
  ): Promise<void> {
    const { staff, members, tables } = this.deps;
    await staff.require(memberId);
    if (!await this.#hasNoMail()) {
      throw new Problem(409, "Email works now. They confirm their address by the link we send.");
    }
    await staff.count(memberId);
    if ((await tables.members.byId(personId))?.email !== email) {
      throw new Problem(409, "They have another email address now. Check it, then confirm it.");
    }
    const command = { type: "VerifyEmail", email } as const;
    await members.execute(personId, command, causeOf(memberId, origin));
  }

  /** Refuses all accounts of a surge, except those accepted since. Returns how many. */
  async refuseSurge(
    memberId: string,
    surge: Pick<ContactSurge, "from" | "to">,
    origin: Origin,
  ): Promise<number> {
    await this.deps.staff.require(memberId);
    this.deps.staff.requireConfirmed(origin);
    let refused = 0;
    for (const personId of await this.deps.surges.accountsOf(surge)) {
      try {
        const decision = { type: "Refuse", words: null, seen: "in" } as const;
        await this.#carryOut(memberId, personId, decision, origin);
        refused++;
      } catch (error) {
        // They have become staff or were erased since. The others are still refused.
        if (!(error instanceof Refusal) && !(error instanceof Problem)) throw error;
      }
    }
    return refused;
  }

  async #hasNoMail(): Promise<boolean> {
    return (await this.deps.outgoing.current()).isFolder ?? false;
  }

  async #staffIds(): Promise<string[]> {
    return (await this.deps.tables.people.staff()).map(({ memberId }) => memberId);
  }
}
