import { installationOf } from "../../../../events/store/installation.ts";
import type { EventLog } from "../../../../events/store/event-log.ts";
import { normalName } from "../../../../events/members/claims.ts";
import { openEvents } from "../../../../events/open.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import { createArgon2id } from "../../../auth/passwords/argon2id.ts";
import { createPasswords } from "../../../auth/passwords/passwords.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { isPublicOrigin } from "../../../config/loopback.ts";
import { openStores, type Stores } from "../../../node/stores.ts";
import { isForeignStore } from "../../../objects/mark.ts";
import { openObjects } from "../../../objects/open.ts";
import { conversationDays, loadConversations } from "../../demo/conversations.ts";
import { loadPeople } from "../../demo/load-people.ts";
import { demoPassword, makeUpPeople } from "../../demo/made-up-people.ts";
import { type Person, readPeopleFile } from "../../demo/people.ts";
import { createSeedPictures } from "../../demo/pictures.ts";
import { SeedClock } from "../../demo/seed-clock.ts";
import { defineCommand } from "../command.ts";
import { newId, now } from "../open-data.ts";
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
    ...{ profiles: text, seed: text, connections: text, from: text },
    ...{ "no-pictures": flag, yes: flag },
  },
  check({ from, profiles, seed, connections }) {
    if (from !== undefined && (profiles ?? seed ?? connections) !== undefined) {
      throw new TaskError("Use --from and --profiles, --seed or --connections in separate runs");
    }
  },
  async run({ from, yes, ...options }) {
    const environment = readEnvironment();
    const profiles = wholeNumber("--profiles", options.profiles ?? "500", 1_000_000);
    const seed = wholeNumber("--seed", options.seed ?? "42", 2 ** 32 - 1);
    const requests = wholeNumber("--connections", options.connections ?? "0", 100_000);
    const year = new Date().getUTCFullYear();
    const people = from === undefined
      ? makeUpPeople({ profiles, seed, year })
      : await readPeopleFile(from, year);
    const { appOrigin } = environment;
    if (isPublicOrigin(appOrigin)) {
      await confirm(`Add ${people.length} people to the service at ${appOrigin}?`, yes);
    }
    const areMadeUp = from === undefined;
    // People from a file upload their own pictures.
    const hasPictures = areMadeUp && !options["no-pictures"];
    return await load(environment, { people, seed, count: requests, areMadeUp, hasPictures });
  },
});

/** @param count Number of requests for help among them. */
async function load(
  environment: Environment,
  { people, seed, count, areMadeUp, hasPictures }: {
    readonly people: readonly Person[];
    readonly seed: number;
    readonly count: number;
    readonly areMadeUp: boolean;
    readonly hasPictures: boolean;
  },
): Promise<string> {
  const stores = await openStores(environment, { mayMake: true });
  const clock = new SeedClock(people.length, count > 0 ? conversationDays + 1 : 0);
  const { log, members, connections, readModel, requestCounts } = await openEvents({
    ...stores,
    now: clock.now,
    eventTime: clock.eventTime,
    newId,
    watchLog: withoutMails,
  });
  await refuseTakenNames(people, readModel.members);
  // Only an empty log can get a history. In other logs, people register now.
  if (await log.lastPosition() > 0) {
    if (count > 0) {
      throw new TaskError(
        "This log has people already, and --connections needs an empty one. No one was added. Use " +
          "another data folder, or leave out --connections.",
      );
    }
    clock.set(clock.endMs);
  }
  const newcomers = people.map((person) => ({ ...person, memberId: newId() }));
  const progress = createProgress("People", people.length);
  const dependencies = {
    members,
    database: stores.database,
    passwords: createPasswords(createArgon2id()),
    now,
    areConfirmed: areMadeUp,
    pictureOf: hasPictures ? await drawnPictures(environment, stores) : undefined,
  };
  await loadPeople(newcomers, dependencies, progress.report);
  progress.end();
  const asking = createProgress("Requests", count);
  const requests = await loadConversations(
    newcomers,
    { count, seed, endMs: clock.endMs },
    { connections, setTime: clock.set },
    asking.report,
  );
  if (count > 0) asking.end();
  // For a report before the first start.
  await requestCounts.countDays();
  stores.close();
  const asked = requests === 0 ? "" : ` and ${requests} requests for help`;
  return `Added ${people.length} people${asked}.${areMadeUp ? suggestedAccount(people) : ""}`;
}

/** The account to suggest for signing in: a person with a profile to view and change. */
function suggestedAccount(people: readonly Person[]): string {
  const published = people.filter(({ profile }) => profile !== null);
  const someone = published.find(({ role }) => role === "cadet") ?? published[0];
  if (someone === undefined) return "";
  return `\nSign in as "${someone.username}", or any of them, with the password "${demoPassword}".`;
}

async function drawnPictures(environment: Environment, { secrets, database }: Stores) {
  const objects = await openObjects(environment, secrets, now);
  const installation = await installationOf(database);
  if (installation !== undefined && await isForeignStore(objects, installation)) {
    throw new TaskError("The pictures belong to another installation. No one was added.");
  }
  return createSeedPictures({ objects, pathSecret: secrets.claimKey, newId });
}

/** No one gets mail about made-up events. */
function withoutMails(log: EventLog): EventLog {
  return { ...log, append: (commits) => log.append(commits.map(({ mail: _, ...rest }) => rest)) };
}

async function refuseTakenNames(people: readonly Person[], table: MemberTable): Promise<void> {
  const taken = await table.takenNames(people.flatMap(({ username, email }) => [username, email]));
  const found = people.filter(({ username, email }) =>
    taken.has(normalName(username)) || taken.has(normalName(email))
  );
  const [first] = found;
  if (first === undefined) return;
  throw new TaskError(
    `${found.length} of the ${people.length} people have an account already. The first is number ` +
      `${people.indexOf(first) + 1}. No one was added. Use another --seed, or another data folder.`,
  );
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(number >= 0 && number <= max)) {
    throw new TaskError(`${name} must be a whole number up to ${max}`);
  }
  return number;
}
