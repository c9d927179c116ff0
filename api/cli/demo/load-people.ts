import type { Database, Statement } from "../../../events/store/database.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import type { MemberCommands, Work } from "../../../events/members/handle.ts";
import { statement, tables } from "../../../events/store/queries.ts";
import type { Passwords } from "../../auth/passwords/passwords.ts";
import type { Newcomer, Person } from "./people.ts";
import type { SeedPictures } from "./pictures.ts";

/** People stored in one transaction. */
const batchSize = 500;

const cause = { actorId: "seed", correlationId: "seed" };

/**
 * Adds people through the product's commands. Passwords are stored first, as in a registration, so that everyone can
 * sign in after an interruption.
 * @param report Called after every batch with the number of people so far.
 * @throws {Refusal} If a name is taken. Earlier batches stay.
 */
export async function loadPeople(
  people: readonly Newcomer[],
  deps: {
    readonly members: MemberCommands;
    readonly database: Database;
    readonly passwords: Pick<Passwords, "hash">;
    readonly now: () => Date;
    /** Whether to verify addresses, because made-up people can't answer a mail. */
    readonly areConfirmed?: boolean;
    /** Makes a person's picture. Without one, pages show initials. */
    readonly pictureOf?: SeedPictures | undefined;
  },
  report: (done: number) => void,
): Promise<void> {
  // Hashes each password once, because many people share one and hashing takes most of the time.
  const hashes = new Map<string, string>();
  for (let start = 0; start < people.length; start += batchSize) {
    const batch = people.slice(start, start + batchSize);
    const credentials: Statement[] = [];
    const works: Work[] = [];
    for (const person of batch) {
      const { memberId, password } = person;
      if (password !== undefined) {
        const hash = hashes.get(password) ?? await deps.passwords.hash(password, { memberId });
        hashes.set(password, hash);
        credentials.push(statement(
          tables.insertInto("credentials").values({
            member_id: memberId,
            password_hash: hash,
            changed_at_ms: deps.now().getTime(),
          }),
        ));
      }
      const objectPath = await deps.pictureOf?.(person);
      works.push({ memberId, commands: commandsOf(person, objectPath, deps.areConfirmed) });
    }
    if (credentials.length > 0) await deps.database.write(credentials);
    await deps.members.executeAll(works, cause);
    report(start + batch.length);
  }
}

function commandsOf(
  { username, email, firstName, lastName, role, profile }: Person,
  objectPath: string | undefined,
  isConfirmed = false,
): MemberCommand[] {
  const names = { username, email, firstName, lastName };
  // Made-up cadre know the cadre code, as most do.
  const confirmedBy = role === "cadre" ? "code" : undefined;
  const commands: MemberCommand[] = [{ type: "Register", ...names, role, confirmedBy }];
  if (isConfirmed) commands.push({ type: "VerifyEmail", email });
  if (profile) {
    const { isVisible, sharedFields, contactAudiences, ...fields } = profile;
    const settings = { isVisible, sharedFields, contactAudiences };
    commands.push({ type: "CreateProfile", fields, ...settings } as MemberCommand);
    if (objectPath !== undefined) commands.push({ type: "ChangeProfileImage", objectPath });
  }
  return commands;
}
