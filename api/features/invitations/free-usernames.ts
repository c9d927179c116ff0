import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Invitee } from "./rows/person-row.ts";

type Named = Pick<Invitee, "firstName" | "lastName" | "email" | "username">;

/** Usernames looked up with one query. Between two queries, the process answers other requests. */
const batch = 100;

/** Returns existing usernames among the candidates for these people; normalized. */
export async function takenUsernames(
  people: readonly Named[],
  table: Pick<MemberTable, "takenNames">,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let start = 0; start < people.length; start += batch) {
    const wanted = people.slice(start, start + batch).flatMap(variantsOf);
    for (const name of await table.takenNames(wanted)) taken.add(name);
    await yieldToEventLoop();
  }
  return taken;
}

/** Returns the list's username, or a similar free one, and adds it to `taken`. */
export function freeUsername(person: Named, taken: Set<string>, newId: () => string): string {
  const free = variantsOf(person).find((name) => !taken.has(normalName(name))) ??
    randomUsername(person, newId);
  taken.add(normalName(free));
  return free;
}

/** A username with a random part, which is unique. */
export function randomUsername(person: Named, newId: () => string): string {
  return `${stemOf(person)}.${newId().slice(0, 8)}`;
}

function variantsOf(person: Named): string[] {
  const stem = person.username ?? stemOf(person);
  return [stem, ...Array.from({ length: 20 }, (_, index) => `${stem.slice(0, 60)}${index + 2}`)];
}

/** `pat.doe` for Pat Doe. They can choose another username when they accept. */
function stemOf({ firstName, lastName, email }: Named): string {
  const stem = [firstName, lastName].map(plain).filter((part) => part !== "").join(".") ||
    plain(email.split("@")[0] ?? "");
  return stem.length >= 3 ? stem : `${stem || "member"}.alumni`;
}

function plain(text: string): string {
  return text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "").slice(0, 24);
}
