import { normalName } from "../../events/members/claims.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { Invitee } from "./rows/person-row.ts";

type Named = Pick<Invitee, "firstName" | "lastName" | "email" | "username">;

/** The list's username, or one like it, that is free. It is added to `given`: normalized names of earlier rows. */
export async function freeUsername(
  person: Named,
  given: Set<string>,
  table: Pick<MemberTable, "takenNames">,
  newId: () => string,
): Promise<string> {
  const stem = person.username ?? stemOf(person);
  const variants = Array.from(
    { length: 21 },
    (_, at) => at === 0 ? stem : `${stem.slice(0, 60)}${at + 1}`,
  ).filter((name) => !given.has(normalName(name)));
  const taken = await table.takenNames(variants);
  const free = variants.find((name) => !taken.has(normalName(name))) ??
    randomUsername(person, newId);
  given.add(normalName(free));
  return free;
}

/** A username with a random part, which no one has. */
export function randomUsername(person: Named, newId: () => string): string {
  return `${stemOf(person)}.${newId().slice(0, 8)}`;
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
