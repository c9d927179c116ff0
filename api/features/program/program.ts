import { publicProfile } from "../../../events/members/privacy.ts";
import { isStaff, isVouchedFor } from "../../../events/program/admission.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { Staff } from "../../auth/staff.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type {
  CadrePerson,
  ContactSurge,
  ProgramLists,
  RosterQuery,
} from "../../contract/program.ts";
import { Problem } from "../../contract/problem.ts";
import type { History, StaffAccess } from "./history.ts";
import { type Roster, type RosterPage, rosterPersonOf } from "./roster.ts";
import { shownCadre, shownDecided, shownPerson, shownWaiting } from "./shown-people.ts";
import type { Surges } from "./surges.ts";

const shown = { waiting: 500, refused: 200, accepted: 20 };

export interface StaffPerson extends ReturnType<typeof shownPerson> {
  readonly isYou: boolean;
  readonly access: StaffAccess | undefined;
}

interface ProgramParts {
  readonly staff: Pick<Staff, "require">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly people: Pick<ProgramPeople, "cadre" | "listed" | "staff">;
    readonly connections: Pick<ConnectionTable, "askerIds">;
  };
  readonly roster: Pick<Roster, "find">;
  readonly history: Pick<History, "about" | "page" | "staffAccess" | "staffSince">;
  readonly surges: Pick<Surges, "latest">;
  readonly refusedAddresses: Pick<RefusedAddresses, "memberIds">;
  readonly outgoing: Pick<Outgoing, "current">;
}

/** Staff's views of the program. 404 for other members. */
export class Program {
  constructor(private readonly deps: ProgramParts) {}

  async isStaff(memberId: string): Promise<boolean> {
    const member = await this.deps.tables.members.byId(memberId);
    return member !== undefined && isStaff(member);
  }

  async isLastStaff(memberId: string): Promise<boolean> {
    const ids = await this.#staffIds();
    return ids.length === 1 && ids[0] === memberId;
  }

  async lists(memberId: string): Promise<ProgramLists> {
    const { people } = this.deps.tables;
    await this.deps.staff.require(memberId);
    const [approval, confirmation, refused, accepted, cadre] = await Promise.all([
      people.listed("approval", shown.waiting),
      people.listed("confirmation", shown.waiting),
      people.listed("refused", shown.refused),
      people.listed("accepted", shown.accepted),
      people.cadre(),
    ]);
    const since = await this.deps.history.staffSince(
      cadre.filter(isStaff).map((each) => each.memberId),
    );
    const byName = (one: CadrePerson, other: CadrePerson) =>
      Number(one.isConfirmed) - Number(other.isConfirmed) ||
      `${one.lastName} ${one.firstName}`.localeCompare(`${other.lastName} ${other.firstName}`);
    return {
      waiting: [...approval, ...confirmation].flatMap(shownWaiting),
      decided: [...refused, ...accepted].flatMap(shownDecided)
        .toSorted((one, other) => other.at.localeCompare(one.at)),
      cadre: cadre.map((each) => shownCadre(each, memberId, since.get(each.memberId)))
        .toSorted(byName),
    };
  }

  /** Everyone with staff access, longest first, and how they got it. */
  async staff(memberId: string): Promise<readonly StaffPerson[]> {
    await this.deps.staff.require(memberId);
    const staff = (await this.deps.tables.people.cadre()).filter(isStaff);
    const access = await this.deps.history.staffAccess(staff.map((each) => each.memberId));
    return staff.map((each): StaffPerson => ({
      ...shownPerson(each),
      isYou: each.memberId === memberId,
      access: access.get(each.memberId),
    })).toSorted((one, other) =>
      (one.access?.at.getTime() ?? 0) - (other.access?.at.getTime() ?? 0)
    );
  }

  async roster(memberId: string, query: RosterQuery): Promise<RosterPage> {
    await this.deps.staff.require(memberId);
    return await this.deps.roster.find(query, await this.#idsFor(query));
  }

  /** Ids of the members in a state that the roster doesn't know itself. */
  async #idsFor({ state }: RosterQuery): Promise<ReadonlySet<string> | undefined> {
    const { tables, refusedAddresses } = this.deps;
    if (state === "never asked") return await tables.connections.askerIds();
    if (state !== "no mail") return undefined;
    return await refusedAddresses.memberIds();
  }

  /** @throws {Problem} 404 when there is no such person. */
  async person(memberId: string, personId: string) {
    await this.deps.staff.require(memberId);
    const member = await this.deps.tables.members.byId(personId);
    if (member === undefined) throw noSuchPerson();
    const person = rosterPersonOf(member);
    const isInUse = person.state === "in" || person.state === "waiting";
    return {
      person,
      /** Their address, if staff can confirm it in place of a mailed link. */
      addressToConfirm: isInUse && !member.emailVerified && await this.#hasNoMail()
        ? member.email
        : null,
      isYou: memberId === personId,
      /** Whether other members can see their profile. */
      isListed: publicProfile(member) !== undefined,
      /** Whether the program invited or approved them, or gave them staff access. */
      isVouchedFor: isVouchedFor(member) || isStaff(member),
      otherStaff: (await this.#staffIds()).filter((id) => id !== personId).length,
      entries: await this.deps.history.about(personId),
    };
  }

  /** Actions of staff and operators, latest first. @param before A position of the log. */
  async history(memberId: string, before?: number) {
    await this.deps.staff.require(memberId);
    return await this.deps.history.page(before);
  }

  async surge(memberId: string): Promise<ContactSurge | null> {
    await this.deps.staff.require(memberId);
    return await this.deps.surges.latest();
  }

  async #hasNoMail(): Promise<boolean> {
    return (await this.deps.outgoing.current()).isFolder ?? false;
  }

  async #staffIds(): Promise<string[]> {
    return (await this.deps.tables.people.staff()).map(({ memberId }) => memberId);
  }
}

export const noSuchPerson = () => new Problem(404, "This person isn't a member anymore");

/** One person, and the program's actions about them. */
export type ProgramPerson = Awaited<ReturnType<Program["person"]>>;
