import { normalName } from "../../../../events/members/claims.ts";
import { whyNotRead } from "../../../../events/named-file.ts";
import type { EventLog } from "../../../../events/log/event-log.ts";
import { installationOf } from "../../../../events/installation.ts";
import { type Events, openEvents } from "../../../../events/open.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import { createArgon2id } from "../../../auth/argon2id.ts";
import { createPasswords } from "../../../auth/passwords.ts";
import {
  conversationDays,
  loadConversations,
  type LoadedPerson,
} from "../../demo/conversations.ts";
import { loadPeople } from "../../demo/load-people.ts";
import { demoPassword, makeUpPeople } from "../../demo/made-up-people.ts";
import { BadLine, readPeopleFile } from "../../demo/people-file.ts";
import type { Person } from "../../demo/person.ts";
import { createSeedPictures } from "../../demo/pictures.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { openStores, type Stores } from "../../../node/stores.ts";
import { isForeignStore } from "../../../objects/mark.ts";
import { openObjects } from "../../../objects/open.ts";
import { createSeedClock } from "../../demo/seed-clock.ts";
import { isLoopback } from "../../../config/loopback.ts";
import { defineCommand } from "../command.ts";
import { flag, text } from "../options.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const seed = defineCommand({
  summary: "add made-up people, or people from a file",
  help: `Add people to Alumni Connect.

  npm run seed -- --profiles 500 --seed 42    500 made-up people with a profile, and some without;
                                              the same seed makes the same people
  npm run seed -- --profiles 500 --connections 300
                                              also 300 requests for help among them, over the last
                                              nine months
  npm run seed -- --profiles 500 --no-pictures
                                              without the drawn pictures that most of them have
  npm run seed -- --from people.ndjson        people from a file, one JSON object a line: username,
                                              email, firstName, lastName, role (may be null), and
                                              optionally password and profile

If a line is wrong, or a name is taken, no one is added. --connections needs an empty log, because
the requests are from the past. No emails are sent. Made-up people sign in with the password
"${demoPassword}". If APP_ORIGIN is a public address, the command asks first; --yes answers.`,
  options: {
    profiles: text,
    seed: text,
    connections: text,
    from: text,
    "no-pictures": flag,
    yes: flag,
  },
  async run(options) {
    const environment = readEnvironment();
    const wish = await readWish(options);
    const { appOrigin } = environment;
    if (appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname)) {
      const question = `Add ${wish.people.length} people to the service at ${appOrigin}?`;
      await confirm(question, options.yes);
    }
    await load(environment, wish);
  },
});

interface Options {
  readonly profiles?: string | undefined;
  readonly seed?: string | undefined;
  readonly connections?: string | undefined;
  readonly from?: string | undefined;
  readonly "no-pictures"?: boolean | undefined;
}

interface Wish {
  readonly people: readonly Person[];
  readonly seed: number;
  /** How many requests for help there are among them. */
  readonly connections: number;
  readonly areMadeUp: boolean;
  /** Made-up people have faces; those of a file have what they upload. */
  readonly hasPictures: boolean;
  /** What to say at the end. */
  readonly closing: string;
}

async function readWish(values: Options): Promise<Wish> {
  const year = new Date().getUTCFullYear();
  if (values.from !== undefined) {
    const { profiles, seed, connections } = values;
    if ([profiles, seed, connections].some((value) => value !== undefined)) {
      throw new TaskError("Use --from and --profiles, --seed or --connections in separate runs");
    }
    return {
      people: await readPeople(values.from, year),
      seed: 0,
      connections: 0,
      areMadeUp: false,
      hasPictures: false,
      closing: "",
    };
  }
  const profiles = wholeNumber("--profiles", values.profiles ?? "500", 1_000_000);
  const seed = wholeNumber("--seed", values.seed ?? "42", 2 ** 32 - 1);
  const connections = wholeNumber("--connections", values.connections ?? "0", 100_000);
  const people = makeUpPeople({ profiles, seed, year });
  // With a profile, so that there is something to look at and to change.
  const published = people.filter(({ profile }) => profile !== null);
  const someone = (published.find(({ role }) => role === "cadet") ?? published[0])?.username;
  const closing = someone === undefined
    ? ""
    : `\nSign in as "${someone}", or any of them, with the password "${demoPassword}".`;
  const hasPictures = !values["no-pictures"];
  return { people, seed, connections, areMadeUp: true, hasPictures, closing };
}

async function readPeople(path: string, year: number): Promise<Person[]> {
  try {
    return await readPeopleFile(path, year);
  } catch (error) {
    if (error instanceof BadLine) throw new TaskError(`${error.message}\nNo one was added.`);
    const problem = whyNotRead(path, error);
    throw problem === undefined ? error : new TaskError(problem);
  }
}

async function load(environment: Environment, wish: Wish): Promise<void> {
  const { people, closing } = wish;
  const stores = await openStores(environment, { makes: "all" });
  const clock = createSeedClock(people.length, wish.connections > 0 ? conversationDays + 1 : 0);
  const { log, members, connections, readModel, requestCounts } = await openEvents({
    ...stores,
    now: clock.now,
    recordedAt: clock.recordedAt,
    newId: () => crypto.randomUUID(),
    watchLog: withoutMails,
  });
  await readModel.catchUp();
  await refuseTakenNames(people, readModel.members);
  // Only an empty log can have a history; later people register now.
  if (await log.lastPosition() > 0) {
    if (wish.connections > 0) {
      throw new TaskError(
        "This log has people already, and --connections needs an empty one. No one was added. Use " +
          "another data folder, or leave out --connections.",
      );
    }
    clock.stop();
  }

  const ids: string[] = [];
  const progress = createProgress("People", people.length);
  const dependencies = {
    members,
    vaultDatabase: stores.databases.vault,
    passwords: createPasswords(createArgon2id()),
    newId() {
      const id = crypto.randomUUID();
      ids.push(id);
      return id;
    },
    now: () => new Date(),
    areConfirmed: wish.areMadeUp,
    pictureOf: wish.hasPictures ? await drawnPictures(environment, stores) : undefined,
  };
  await loadPeople(people, dependencies, progress.report);
  progress.end();
  await readModel.catchUp();
  const loaded = ids.flatMap((memberId, at) => {
    const person = people[at];
    return person === undefined ? [] : [{ memberId, person }];
  });
  const made = await loadRequests(loaded, wish, { connections, clock });
  // A report that is asked for before the service has run has them, too.
  await requestCounts.countDays();
  await readModel.catchUp();
  stores.close();
  const requests = made === 0 ? "" : ` and ${made} requests for help`;
  console.log(`Added ${people.length} people${requests}.${closing}`);
}

/** Pictures lie where the service will look for them. */
async function drawnPictures(environment: Environment, { secrets, databases }: Stores) {
  const now = () => new Date();
  const objects = await openObjects({ ...environment, secrets, now });
  const installation = await installationOf(databases.events);
  if (installation !== undefined && await isForeignStore(objects, installation)) {
    throw new TaskError("The pictures belong to another installation. No one was added.");
  }
  const newId = () => crypto.randomUUID();
  return createSeedPictures({ objects, pathSecret: secrets.claimKey, newId });
}

async function loadRequests(
  people: readonly LoadedPerson[],
  { connections: count, seed }: Wish,
  { connections, clock }: Pick<Events, "connections"> & {
    readonly clock: ReturnType<typeof createSeedClock>;
  },
): Promise<number> {
  if (count === 0) return 0;
  const progress = createProgress("Requests", count);
  const made = await loadConversations(
    people,
    { count, seed, endMs: clock.endMs },
    { connections, setTime: clock.set },
    progress.report,
  );
  progress.end();
  return made;
}

/** Nobody is written to about what is made up. */
function withoutMails(log: EventLog): EventLog {
  return { ...log, append: (commits) => log.append(commits.map(({ mail: _, ...rest }) => rest)) };
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
    `${found.length} of the ${people.length} people have an account already. The first is number ` +
      `${index + 1}. No one was added. Use another --seed, or another data folder.`,
  );
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(number >= 0 && number <= max)) {
    throw new TaskError(`${name} must be a whole number up to ${max}`);
  }
  return number;
}
