import type { Audience } from "../../../events/contacts/audiences.ts";
import type { Database, Statement } from "../../../events/database.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import type { Members, Work } from "../../../events/members/handle.ts";
import { createConcurrencyLimit } from "../../auth/concurrency-limit.ts";
import type { Passwords } from "../../auth/passwords.ts";
import type { Person } from "./person.ts";

export interface LoadDependencies {
  readonly members: Members;
  readonly vaultDatabase: Database;
  readonly passwords: Pick<Passwords, "hash">;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Whether their addresses are confirmed: made-up people cannot answer a mail. */
  readonly areConfirmed?: boolean;
  /** Makes somebody a picture; without it, and where it makes none, there are initials. */
  readonly pictureOf?:
    | ((person: Person, memberId: string) => Promise<string | undefined>)
    | undefined;
}

/** How many people are recorded together: one transaction each in the vault and the log. */
const batchSize = 500;
/** Drawing and writing take turns. */
const picturesAtOnce = 4;

const cause = { actorId: "seed", correlationId: "seed", causationId: "seed" };

/**
 * Records people through the same commands as they would use themselves. Passwords come first, as
 * when someone registers, so that an interruption leaves nobody who cannot sign in.
 *
 * @param report Is told how many are done, after every batch.
 * @throws {Refusal} When somebody has one of the names already; batches before that one stay.
 */
export async function loadPeople(
  people: readonly Person[],
  deps: LoadDependencies,
  report: (done: number) => void,
): Promise<void> {
  const hashOf = rememberHashes(deps.passwords);
  for (let start = 0; start < people.length; start += batchSize) {
    const batch = people.slice(start, start + batchSize).map((person) => ({
      person,
      memberId: deps.newId(),
    }));
    const credentials: Statement[] = [];
    for (const { person, memberId } of batch) {
      if (person.password === undefined) continue;
      const hash = await hashOf(person.password);
      credentials.push({
        sql: "INSERT INTO credentials (member_id, password_hash, changed_at_ms) VALUES (?, ?, ?)",
        args: [memberId, hash, deps.now().getTime()],
      });
    }
    if (credentials.length > 0) await deps.vaultDatabase.write(credentials);
    const pictures = createConcurrencyLimit(picturesAtOnce);
    const works = await Promise.all(batch.map(async ({ person, memberId }) => {
      const objectPath = await pictures(async () => await deps.pictureOf?.(person, memberId));
      return workOf({ person, memberId, objectPath }, deps);
    }));
    await deps.members.executeAll(works, cause);
    report(start + batch.length);
  }
}

interface Loaded {
  readonly person: Person;
  readonly memberId: string;
  readonly objectPath: string | undefined;
}

function workOf(
  { person, memberId, objectPath }: Loaded,
  { areConfirmed = false }: Pick<LoadDependencies, "areConfirmed">,
): Work {
  const { username, email, firstName, lastName, role, profile } = person;
  // Made-up cadre gave the code, so that what is shown is what usually is.
  const names = { username, email, firstName, lastName };
  const register = { type: "Register", ...names, role, hasCode: role === "cadre" } as const;
  const account = areConfirmed ? [register, { type: "VerifyEmail", email } as const] : [register];
  if (!profile) return { memberId, commands: account };
  const { isVisible, sharedFields, contactAudiences, ...fields } = profile as Extract<
    MemberCommand,
    { type: "CreateProfile" }
  >["fields"];
  const create = {
    type: "CreateProfile",
    fields,
    isVisible: isVisible as boolean | undefined,
    sharedFields: sharedFields as Record<string, boolean> | undefined,
    contactAudiences: contactAudiences as Record<string, Audience> | undefined,
  } as const;
  if (objectPath === undefined) return { memberId, commands: [...account, create] };
  return { memberId, commands: [...account, create, { type: "ChangeProfileImage", objectPath }] };
}

/**
 * One hash for each different password. Many demo people share one, and a hash takes a hundred times
 * as long as everything else about a person.
 */
function rememberHashes(passwords: Pick<Passwords, "hash">) {
  const hashes = new Map<string, Promise<string>>();
  return (password: string): Promise<string> => {
    const known = hashes.get(password) ?? passwords.hash(password, { memberId: "demo" });
    hashes.set(password, known);
    return known;
  };
}
