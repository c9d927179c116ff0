import { normalName } from "../../../../events/members/claims.ts";
import { whyNotRead } from "../../../../events/named-file.ts";
import { openEvents } from "../../../../events/open.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import { createArgon2id } from "../../../auth/argon2id.ts";
import { createPasswords } from "../../../auth/passwords.ts";
import { loadPeople } from "../../demo/load-people.ts";
import { demoPassword, makeUpPeople } from "../../demo/made-up-people.ts";
import { BadLine, readPeopleFile } from "../../demo/people-file.ts";
import type { Person } from "../../demo/person.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { openStores } from "../../../node/stores.ts";
import { createSeedClock } from "../../demo/seed-clock.ts";
import { isLoopback } from "../../../config/loopback.ts";
import { defineCommand } from "../command.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const seed = defineCommand({
  summary: "load made-up people, or those of a file",
  help: `Load people into Alumni Connect.

  npm run seed -- --profiles 500 --seed 42    make up 500 people with a profile, and
                                              some without; the same seed, the same people
  npm run seed -- --from people.ndjson        load the people of a file, one JSON object a line:
                                              username, email, firstName, lastName, role (may be
                                              null), and, if there are any, password and profile

Nothing is loaded when a line is wrong, or when somebody has one of the names already.
Made-up people sign in with the password "${demoPassword}".
Into a service that people reach from elsewhere (APP_ORIGIN) it asks first; --yes answers.`,
  options: {
    profiles: { type: "string" },
    seed: { type: "string" },
    from: { type: "string" },
    yes: { type: "boolean" },
  },
  async run(options) {
    const environment = readEnvironment();
    const wish = await readWish(options);
    const { appOrigin } = environment;
    if (appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname)) {
      const question = `Load ${wish.people.length} people into the service at ${appOrigin}?`;
      await confirm(question, options.yes);
    }
    await load(environment, wish);
  },
});

interface Options {
  readonly profiles?: string | undefined;
  readonly seed?: string | undefined;
  readonly from?: string | undefined;
}

interface Wish {
  readonly people: readonly Person[];
  /** What to say at the end. */
  readonly closing: string;
}

async function readWish(values: Options): Promise<Wish> {
  const year = new Date().getUTCFullYear();
  if (values.from !== undefined) {
    if (values.profiles !== undefined || values.seed !== undefined) {
      throw new TaskError("Give either --from, or --profiles and --seed");
    }
    return { people: await readPeople(values.from, year), closing: "" };
  }
  const profiles = wholeNumber("--profiles", values.profiles ?? "500", 1_000_000);
  const seed = wholeNumber("--seed", values.seed ?? "42", 2 ** 32 - 1);
  const people = makeUpPeople({ profiles, seed, year });
  // With a profile, so that there is something to look at and to change.
  const published = people.filter(({ profile }) => profile !== null);
  const someone = (published.find(({ role }) => role === "cadet") ?? published[0])?.username;
  const closing = someone === undefined
    ? ""
    : `\nSign in as "${someone}", or any of them, with the password "${demoPassword}".`;
  return { people, closing };
}

async function readPeople(path: string, year: number): Promise<Person[]> {
  try {
    return await readPeopleFile(path, year);
  } catch (error) {
    if (error instanceof BadLine) throw new TaskError(`${error.message}\nNothing was loaded.`);
    const problem = whyNotRead(path, error);
    throw problem === undefined ? error : new TaskError(problem);
  }
}

async function load(environment: Environment, { people, closing }: Wish): Promise<void> {
  const stores = await openStores(environment, { makes: "all" });
  const clock = createSeedClock(people.length);
  const { log, members, readModel } = await openEvents({
    ...stores,
    now: () => new Date(),
    recordedAt: clock.now,
    newId: () => crypto.randomUUID(),
  });
  await readModel.catchUp();
  await refuseTakenNames(people, readModel.members);
  // Only an empty log can have a history; later people register now.
  if (await log.lastPosition() > 0) clock.stop();

  const progress = createProgress("People", people.length);
  const dependencies = {
    members,
    vaultDatabase: stores.databases.vault,
    passwords: createPasswords(createArgon2id()),
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
  };
  await loadPeople(people, dependencies, progress.report);
  progress.end();
  await readModel.catchUp();
  stores.close();
  console.log(`Loaded ${people.length} people.${closing}`);
}

async function refuseTakenNames(people: readonly Person[], table: MemberTable): Promise<void> {
  const taken = await table.takenNames(people.flatMap(({ username, email }) => [username, email]));
  if (taken.size === 0) return;
  const index = people.findIndex(({ username, email }) =>
    taken.has(normalName(username)) || taken.has(normalName(email))
  );
  const found = people.filter(({ username, email }) =>
    taken.has(normalName(username)) || taken.has(normalName(email))
  );
  throw new TaskError(
    `${found.length} of the ${people.length} people are there already, the first is number ` +
      `${index + 1}. Nothing was loaded; take another --seed, or another data folder.`,
  );
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(number >= 0 && number <= max)) {
    throw new TaskError(`${name} must be a whole number up to ${max}`);
  }
  return number;
}
