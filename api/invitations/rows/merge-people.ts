/**
 * Rows of one person become one person: rows that share an address or a username. A couple shares an
 * address, too: with another name a row keeps what is its own.
 *
 * @module
 */
import { normalName } from "../../../events/members/claims.ts";
import { fold } from "../../../search/text.ts";
import { columns } from "./columns.ts";
import type { CellNote, Invitee, OfferedFields, PersonRow } from "./person-row.ts";
import { isMilitary } from "./person-emails.ts";
import type { FoundName } from "./person-name.ts";
import type { ReadRow } from "./read-row.ts";
import { maxNotes, shortened } from "./row-draft.ts";

/** A person for each row that has an address of its own; in the rows' order. */
export function mergePeople(rows: readonly ReadRow[]): PersonRow[] {
  const owners = new Map<string, ReadRow>();
  const groups = new Map<ReadRow, ReadRow[]>();
  const first = new Map<ReadRow, ReadRow>();
  // The widow of somebody who died may have their address.
  const isMarked = ({ mark }: ReadRow) => Number(mark !== undefined);
  for (const row of rows.toSorted((one, other) => isMarked(one) - isMarked(other))) {
    const keys = keysOf(row);
    if (!keys.some((key) => owners.has(key))) {
      for (const key of keys) owners.set(key, row);
      continue;
    }
    const found = [...new Set(keys.flatMap((key) => owners.get(key) ?? []))]
      .map((owner) => first.get(owner) ?? owner)
      .filter((owner) => isOnePerson(owner, row))
      .sort((one, other) => one.number - other.number);
    const [root = row] = found;
    // Two that looked like two are one by what this row says.
    for (const other of [...new Set(found.slice(1)), ...root === row ? [] : [row]]) {
      const all = groups.get(other) ?? [other];
      groups.delete(other);
      groups.set(root, [...groups.get(root) ?? [root], ...all.filter((one) => one !== root)]);
      for (const one of all) first.set(one, root);
    }
    for (const key of keys) if (!owners.has(key)) owners.set(key, row);
  }
  const rootOf = (row: ReadRow) => first.get(row) ?? row;
  const isOwn = (key: string, row: ReadRow) => {
    const owner = owners.get(key);
    return owner !== undefined && rootOf(owner) === rootOf(row);
  };
  return rows.map((row) => {
    const root = rootOf(row);
    const { number } = row;
    if (root !== row) {
      return { number, is: "same", as: root.number, name: fullName(row) || fullName(root) };
    }
    const all = groups.get(row) ?? [row];
    const why = all.find(({ mark }) => mark !== undefined)?.mark;
    if (why !== undefined) return { number, is: "not-invited", name: fullName(row), why };
    const person = personOf(all, isOwn);
    if (person !== undefined) return { number, is: "person", person };
    const owner = row.emails.map((email) => owners.get(emailKey(email))).find((one) =>
      one !== undefined
    );
    if (owner !== undefined) {
      return { number, is: "same", as: rootOf(owner).number, name: fullName(row) };
    }
    return { number, is: "no-address", name: fullName(row), notes: row.notes };
  });
}

function emailKey(email: string): string {
  return `email:${email.toLowerCase()}`;
}

function usernameKey(username: string): string {
  return `username:${normalName(username)}`;
}

function keysOf({ emails, username, record }: ReadRow): string[] {
  const names = username === undefined ? [] : [usernameKey(username)];
  return [...emails.map(emailKey), ...names, `record:${record}`];
}

function fullName({ firstName, lastName }: FoundName): string {
  return `${firstName} ${lastName}`.trim();
}

/** Whether two names can be of one person: one is missing, or they begin alike. */
export function isOnePerson(one: FoundName, other: FoundName): boolean {
  const [a = "", b = ""] = [one, other].map(({ firstName }) => fold(firstName).split(/[ .]/)[0]);
  if (fullName(one) === "" || fullName(other) === "" || a.startsWith(b) || b.startsWith(a)) {
    return true;
  }
  return a[0] === b[0] && fold(one.lastName) === fold(other.lastName);
}

function personOf(
  [root, ...others]: readonly ReadRow[],
  isOwn: (key: string, row: ReadRow) => boolean,
): Invitee | undefined {
  if (root === undefined) return undefined;
  const all = [root, ...others];
  const seen = new Set<string>();
  const [email, ...more] = all.flatMap(({ emails }) => emails)
    .filter((one) => isOwn(emailKey(one), root) && seen.size < seen.add(normalName(one)).size)
    .sort((one, other) => Number(isMilitary(one)) - Number(isMilitary(other)));
  if (email === undefined) return undefined;
  const notes = [...root.notes];
  const usernames = all.flatMap(({ username }) => username ?? []);
  const username = usernames.find((one) => isOwn(usernameKey(one), root));
  if (username === undefined && root.username !== undefined) {
    notes.push({ title: columns.username.title, text: root.username });
  }
  let { firstName, lastName } = root;
  let fields = root.fields;
  for (const row of others) {
    const name = fullName(row);
    firstName ||= row.firstName;
    lastName ||= row.lastName;
    if (
      name !== "" && notes.length < maxNotes &&
      fold(name) !== fold(fullName({ firstName, lastName }))
    ) {
      notes.push({ title: "Name", text: name });
    }
    fields = mergedFields(fields, row.fields, notes);
    if (notes.length < 4 * maxNotes) notes.push(...row.notes);
  }
  const second = [fields.secondaryEmail, ...more]
    .find((one) => one && normalName(one) !== normalName(email) && isOwn(emailKey(one), root));
  const { secondaryEmail: _, ...rest } = fields;
  return {
    ...{ email, firstName, lastName },
    ...username !== undefined && { username },
    fields: { ...rest, ...second && { secondaryEmail: second } },
    otherEmails: more.map(normalName),
    notes: unique(notes),
  };
}

/** The first value of each field counts; lists have all of both. */
function mergedFields(
  fields: OfferedFields,
  added: OfferedFields,
  notes: CellNote[],
): OfferedFields {
  const merged: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(added)) {
    const before = merged[name];
    if (before === undefined) merged[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) {
      merged[name] = [...new Set([...before, ...value])].slice(0, maxNotes);
    } else if (String(before) !== String(value) && name !== "secondaryEmail") {
      notes.push({
        title: columns[name as keyof OfferedFields].title,
        text: shortened(String(value)),
      });
    }
  }
  return merged;
}

function unique(notes: readonly CellNote[]): CellNote[] {
  const byText = new Map(notes.map((note) => [JSON.stringify([note.title, note.text]), note]));
  return [...byText.values()].slice(0, maxNotes);
}
