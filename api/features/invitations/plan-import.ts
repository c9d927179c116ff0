/** Plans an import: people to invite, and members to offer new details. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { OfferedCell } from "../../../events/invitations/offer-events.ts";
import type { OfferedFields } from "../../../events/invitations/offer.ts";
import { isPending } from "../../../events/invitations/invitation.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ReadModel } from "../../../events/read/read-model.ts";
import type { ImportRow } from "../../contract/program.ts";
import type { DeclinedInvitations } from "./declined.ts";
import { freeUsername, takenUsernames } from "./free-usernames.ts";
import type { GuessedColumn } from "./rows/guess-sheet.ts";
import type { PersonRow } from "./rows/merge-people.ts";
import type { CellNote } from "../../contract/program.ts";
import type { Invitee } from "./rows/person-row.ts";
import { profileFieldOf } from "./rows/columns.ts";

export interface PlanParts {
  readonly tables: Pick<ReadModel, "members">;
  /** People who aren't invited again, if given. */
  readonly declined?: Pick<DeclinedInvitations, "among" | "left"> | undefined;
  readonly newId: () => string;
}

export interface Planned {
  readonly row: ImportRow;
  readonly invitee: Invitee & { readonly username: string };
  readonly cells: readonly OfferedCell[];
}

export interface PlannedOffer {
  readonly memberId: string;
  readonly fields: OfferedFields;
  readonly cells: readonly OfferedCell[];
  readonly addresses: readonly string[];
}

export interface Plan {
  /** One or more for every row with a person. */
  readonly rows: readonly ImportRow[];
  readonly planned: readonly Planned[];
  /** Hidden from staff: whether there is an offer depends on details that members may hide. */
  readonly offers: readonly PlannedOffer[];
}

/** Rows planned at a time. Between two groups, the process answers other requests. */
const groupSize = 50;

export async function planImport(
  rows: readonly PersonRow[],
  columns: readonly Pick<GuessedColumn, "title" | "field">[],
  deps: PlanParts,
): Promise<Plan> {
  const plan = { rows: [] as ImportRow[], planned: [] as Planned[], offers: [] as PlannedOffer[] };
  const usernames = new Set<string>();
  for (let start = 0; start < rows.length; start += groupSize) {
    await planGroup(rows.slice(start, start + groupSize), columns, deps, usernames, plan);
    await yieldToEventLoop();
  }
  return plan;
}

async function planGroup(
  rows: readonly PersonRow[],
  columns: readonly Pick<GuessedColumn, "title" | "field">[],
  deps: PlanParts,
  usernames: Set<string>,
  { rows: planRows, planned, offers }: { readonly [part in keyof Plan]: Plan[part][number][] },
): Promise<void> {
  const people = rows.flatMap(({ person }) => person ?? []);
  const membersOf = await findMembers(people, deps.tables.members);
  const news = people.filter((person) => membersOf(person).length === 0);
  const declined = await deps.declined?.among(news.flatMap(addressesOf));
  const left = await deps.declined?.left(news.flatMap(addressesOf));
  for (const name of await takenUsernames(news, deps.tables.members)) usernames.add(name);
  for (const { person, ...row } of rows) {
    if (person === undefined) {
      planRows.push(row);
      continue;
    }
    const [member, other] = membersOf(person);
    if (member !== undefined) {
      if (other === undefined) offers.push(...offersOf(member, person, columns));
      planRows.push({ ...row, is: "here", notes: [] });
    } else if (addressesOf(person).some((address) => declined?.has(address))) {
      planRows.push({ ...row, is: "declined", notes: [] });
    } else if (addressesOf(person).some((address) => left?.has(address))) {
      planRows.push({ ...row, is: "left", notes: [] });
    } else {
      const username = freeUsername(person, usernames, deps.newId);
      const isOther = person.username !== undefined && person.username !== username;
      const notes = isOther
        ? [...person.notes, { title: "Username", text: person.username, takenAs: username }]
        : person.notes;
      const planRow = { ...row, notes };
      const cells = cellsOf(person.notes, columns);
      planned.push({ row: planRow, invitee: { ...person, username }, cells });
      planRows.push(planRow);
    }
  }
}

async function findMembers(
  people: readonly Invitee[],
  table: Pick<ReadModel["members"], "takenNames" | "byEmail">,
) {
  // Usernames may look like addresses.
  const taken = await table.takenNames(people.flatMap(addressesOf));
  const members = new Map<string, MemberRecord>();
  for (const address of taken) {
    const member = await table.byEmail(address);
    if (member !== undefined) members.set(address, member);
    await yieldToEventLoop();
  }
  return (person: Invitee): readonly MemberRecord[] => {
    const found = addressesOf(person).flatMap((address) => members.get(normalName(address)) ?? []);
    return [...new Map(found.map((member) => [member.memberId, member])).values()];
  };
}

function addressesOf({ email, otherEmails }: Invitee): string[] {
  return [email, ...otherEmails];
}

/** Offers only to members whose address is certain: verified, or their only way to sign in. */
function offersOf(
  member: MemberRecord,
  person: Invitee,
  columns: Parameters<typeof cellsOf>[1],
): PlannedOffer[] {
  const { memberId, email, emailVerified, profile } = member;
  if (!emailVerified && !isPending(member)) return [];
  const addresses = addressesOf(person);
  const known = [email, profile?.primaryEmail, profile?.secondaryEmail]
    .flatMap((address) => address ? [normalName(address)] : []);
  const secondaryEmail = addresses.find((address) => !known.includes(normalName(address)));
  const { secondaryEmail: _, ...others } = person.fields;
  const fields = { ...others, ...secondaryEmail !== undefined && { secondaryEmail } };
  // Members with a profile are only offered values, not unread cells.
  const cells = profile === null ? cellsOf(person.notes, columns) : [];
  return [{ memberId, fields, cells, addresses }];
}

function cellsOf(
  notes: readonly CellNote[],
  columns: readonly Pick<GuessedColumn, "title" | "field">[],
): OfferedCell[] {
  return notes.flatMap(({ title, text, takenAs = null }) => {
    const name = profileFieldOf(columns.find((column) => column.title === title)?.field);
    // The account shows how a name or address was read.
    if (name === undefined && takenAs !== null) return [];
    return [{ name: name ?? title, text, takenAs }];
  });
}
