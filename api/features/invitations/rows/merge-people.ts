/** Joins rows of one address, username or number, unless names differ: couples share addresses. */
import { normalName } from "../../../../events/members/claims.ts";
import { fold } from "../../../../search/text.ts";
import type { ImportRow } from "../../../contract/program.ts";
import { columns } from "./columns.ts";
import { isMilitary } from "./person-emails.ts";
import { isOfBounce } from "./not-invited.ts";
import type { CellNote } from "../../../contract/program.ts";
import type { Invitee, Mark, OfferedFields, RowName } from "./person-row.ts";
import type { ReadRow } from "./read-row.ts";
import { maxNotes, shortened } from "./row-draft.ts";

/** How a row was read; `new` with the person. A person of several rows is in the first one. */
export interface PersonRow extends ImportRow {
  readonly person?: Invitee;
}

/** An entry with more belongs to an office, or the list is not one of people. */
const maxOtherEmails = 20;

/** @param elsewhere Marked rows of other sheets. */
export function mergePeople(
  rows: readonly ReadRow[],
  elsewhere: readonly ReadRow[] = [],
): PersonRow[] {
  /** The first row with each key. */
  const owners = new Map<string, ReadRow>();
  const groupOf = new Map<ReadRow, ReadRow[]>();
  // Marked rows come last, since a deceased member's widow may have their address.
  const isMarked = ({ mark }: ReadRow) => Number(mark !== undefined);
  // If someone answered a form twice, the later answer counts.
  const ordered = rows.toSorted((one, other) =>
    one.answer !== undefined && other.answer !== undefined
      ? other.answer - one.answer
      : isMarked(one) - isMarked(other)
  );
  ordered.push(...elsewhere);
  const placeOf = new Map(ordered.map((row, place) => [row, place]));
  for (const row of ordered) {
    const keys = keysOf(row);
    const same = new Set(
      keys.flatMap((key) => owners.get(key) ?? []).map((owner) => groupOf.get(owner) ?? []),
    );
    // Two people may turn out to be one.
    const [group = [], ...others] = [...same].filter(([root]) => root && isOnePerson(root, row))
      .sort(([one = row], [other = row]) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0));
    for (const one of [...others.flat(), row]) {
      group.push(one);
      groupOf.set(one, group);
    }
    for (const key of keys) if (!owners.has(key)) owners.set(key, row);
  }
  const rootOf = (row: ReadRow) => groupOf.get(row)?.[0] ?? row;
  const ownerOf = (key: string) => {
    const owner = owners.get(key);
    return owner && rootOf(owner);
  };
  const markByName = namesOfMarked([...rows, ...elsewhere]);
  return rows.map((row): PersonRow => {
    const root = rootOf(row);
    const [email] = row.emails;
    const common = {
      ...{ number: row.number, name: fullName(row), email: email ?? "" },
      ...{ notes: [], as: null, why: null },
    };
    if (root !== row) {
      return { ...common, is: "same", as: root.number, name: common.name || fullName(root) };
    }
    const all = groupOf.get(row) ?? [row];
    const mark = markOf(all) ?? markByName(row);
    if (mark?.kind === "hidden" || mark?.kind === "struck out") {
      return { ...common, is: "set-aside", why: mark.kind };
    }
    if (mark !== undefined) {
      const why = `${mark.title}: “${shortened(mark.text)}”`;
      if (mark.kind === "deceased") return { ...common, is: "deceased", why };
      return { ...common, is: isOfBounce(mark) ? "bounced" : "opted-out", why };
    }
    const person = personOf(all, (key) => ownerOf(key) === root);
    if (person !== undefined) {
      const { notes } = person;
      return { ...common, is: "new", name: fullName(person), email: person.email, notes, person };
    }
    const owner = email === undefined ? undefined : ownerOf(emailKey(email));
    if (owner !== undefined) return { ...common, is: "same", as: owner.number };
    const { unclear } = row;
    if (unclear === undefined) return { ...common, is: "no-address", notes: row.notes };
    const notes = row.notes.filter(({ text }) => text !== unclear);
    return { ...common, is: "unclear-address", why: unclear, notes };
  });
}

/**
 * In a form, the last answer says whether the person agrees to be contacted. A person in a hidden
 * row may also be in another row, which then counts.
 */
function markOf(all: readonly ReadRow[]): Mark | undefined {
  const marks = all.flatMap(({ mark }) => mark ?? []);
  const ofPerson = marks.filter((mark) => !isOfRow(mark));
  if (ofPerson.length === 0) return marks.length === all.length ? marks[0] : undefined;
  const [last] = all;
  return last?.answer === undefined
    ? ofPerson[0]
    : ofPerson.find(({ kind }) => kind === "deceased") ??
      ofPerson.find((mark) => mark === last.mark);
}

/**
 * Finds marks by name, unless the class years differ: a person with two addresses may be marked in
 * only one row.
 */
function namesOfMarked(rows: readonly ReadRow[]): (row: ReadRow) => Mark | undefined {
  const marked = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const key = nameKey(row);
    if (row.mark === undefined || isOfRow(row.mark) || key === undefined) continue;
    // A later answer to the same form counts.
    if (row.answer !== undefined && row.mark.kind !== "deceased") continue;
    const same = marked.get(key);
    if (same === undefined) marked.set(key, [row]);
    else if (same.length < maxSameName) same.push(row);
  }
  return (row) => {
    const key = nameKey(row);
    const { classYear } = row.fields;
    return (key === undefined ? [] : marked.get(key) ?? []).find(({ fields }) =>
      classYear === undefined || fields.classYear === undefined || fields.classYear === classYear
    )?.mark;
  };
}

/** Comparing more would take long in a list where thousands share one name. */
const maxSameName = 100;

function nameKey({ firstName, lastName }: RowName): string | undefined {
  return firstName === "" || lastName === "" ? undefined : fold(`${firstName} ${lastName}`);
}

function isOfRow({ kind }: Mark): boolean {
  return kind === "hidden" || kind === "struck out";
}

function emailKey(email: string): string {
  return `email:${email.toLowerCase()}`;
}

function usernameKey(username: string): string {
  return `username:${normalName(username)}`;
}

function keysOf({ emails, username, record, id, lastName }: ReadRow): string[] {
  return [
    ...emails.map(emailKey),
    ...username === undefined ? [] : [usernameKey(username)],
    // Tables may each count from 1, and couples may share a number.
    ...id === undefined || lastName === "" ? [] : [`id:${id} ${fold(lastName)}`],
    `record:${record}`,
  ];
}

function fullName({ firstName, lastName }: RowName): string {
  return `${firstName} ${lastName}`.trim();
}

/** Whether two names can be one person's: one is missing, or they begin alike. */
export function isOnePerson(one: RowName, other: RowName): boolean {
  const [a = "", b = ""] = [one, other].map(({ firstName }) => fold(firstName).split(/[ .]/)[0]);
  return fullName(one) === "" || fullName(other) === "" || a.startsWith(b) || b.startsWith(a) ||
    a[0] === b[0] && fold(one.lastName) === fold(other.lastName);
}

/**
 * Combines a person's rows, the first one first; `undefined` without an own address.
 * @param isOwn Whether an address or a username belongs only to them.
 */
function personOf(
  all: readonly ReadRow[],
  isOwn: (key: string) => boolean,
): Invitee | undefined {
  const seen = new Set<string>();
  const [email, ...more] = all.flatMap(({ emails }) => emails)
    .filter((one) => isOwn(emailKey(one)) && seen.size < seen.add(normalName(one)).size)
    .sort((one, other) => Number(isMilitary(one)) - Number(isMilitary(other)));
  if (email === undefined) return undefined;
  const [root, ...others] = all;
  const notes = [...root?.notes ?? []];
  const username = all.flatMap((row) => row.username ?? []).find((one) => isOwn(usernameKey(one)));
  if (username === undefined && root?.username !== undefined) {
    notes.push({ title: columns.username.title, text: root.username });
  }
  const name = { firstName: root?.firstName ?? "", lastName: root?.lastName ?? "" };
  const fields: Record<string, unknown> = { ...root?.fields };
  for (const row of others) {
    name.firstName ||= row.firstName;
    name.lastName ||= row.lastName;
    const own = fullName(row);
    if (own !== "" && notes.length < maxNotes && fold(own) !== fold(fullName(name))) {
      notes.push({ title: "Name", text: own });
    }
    addFields(fields, row.fields, notes, root?.answer === undefined);
    if (notes.length < 4 * maxNotes) notes.push(...row.notes);
  }
  const { secondaryEmail, ...rest } = fields as OfferedFields;
  const second = [secondaryEmail, ...more]
    .find((one) => one && normalName(one) !== normalName(email) && isOwn(emailKey(one)));
  const byText = new Map(notes.map((note) => [JSON.stringify([note.title, note.text]), note]));
  return {
    ...{ email, ...name },
    ...username !== undefined && { username },
    fields: { ...rest, ...second && { secondaryEmail: second } },
    otherEmails: more.slice(0, maxOtherEmails).map(normalName),
    notes: [...byText.values()].slice(0, maxNotes),
  };
}

/** The first value of a field counts; lists get the entries of both, but not of two answers to a form. */
function addFields(
  fields: Record<string, unknown>,
  added: OfferedFields,
  notes: CellNote[],
  joinsLists: boolean,
): void {
  for (const [name, value] of Object.entries(added)) {
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (joinsLists && Array.isArray(before) && Array.isArray(value)) {
      fields[name] = [...new Set([...before, ...value])].slice(0, maxNotes);
    } else if (String(before) !== String(value) && name !== "secondaryEmail") {
      const { title } = columns[name as keyof OfferedFields];
      notes.push({ title, text: shortened(String(value)) });
    }
  }
}
