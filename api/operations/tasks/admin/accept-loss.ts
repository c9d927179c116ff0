import { createHash } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { settingsStream } from "../../../../events/program/setting-events.ts";
import { openEvents } from "../../../../events/open.ts";
import { membersWithoutKey, membersWithSealed } from "../../../../events/lost-keys.ts";
import { asideSuffix, refuseOpenDatabase } from "../../backup/put-in-place.ts";
import { BadBackup } from "../../backup/manifest.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { headsOf } from "../../../node/heads.ts";
import { databasePath } from "../../../node/private-files.ts";
import { openStores, surveyStores } from "../../../node/stores.ts";
import { isServer } from "../../../config/combinations.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { TaskError } from "../task.ts";

export const acceptLoss = defineCommand({
  summary: "continue without a log, vault or keys that are permanently lost",
  help: `Go on without a log, a vault or keys of members that are lost, and in no backup.

  npm run admin -- accept-loss                 say what is lost and what going on costs; changes
                                               nothing
  npm run admin -- accept-loss --confirm CODE  do it, with the code that the line above has printed

Look for a backup first: "npm run admin -- restore --help". The code is good for this loss alone:
with other files there is another one. Stop the service on every node before.

Without the vault, or with one that lacks keys, the members whose keys are gone are erased: no one
could ever read their data. Without the log, everything starts over. What is left of the old one is
set aside under another name, and deleted by no one but you.`,
  options: { confirm: { type: "string" } },
  async run({ confirm }) {
    const environment = readEnvironment();
    // Before this process opens one of them itself.
    if (confirm !== undefined) await refuseInUse(environment);
    const { loss, traces, sealed } = await surveyStores(environment, async (found) => ({
      sealed: found.vault || !found.events ? [] : await membersWithSealed(found.events),
    }));
    if (loss === "log") return await beginAnew(environment, traces, confirm);
    if (loss === "vault") return await eraseLost(sealed, confirm, () => openLost("all"));
    const data = await openLost();
    const lost = await membersWithoutKey(data.databases);
    if (lost.length === 0) {
      data.close();
      return console.log("Nothing is lost. The log exists, and the vault has all its keys.");
    }
    await eraseLost(lost, confirm, async () => data);
  },
});

const openLost = (makes?: "all") =>
  openData({ makes, acceptsLoss: true, mayLackKeys: true, mayBeOther: true });
type Opened = Awaited<ReturnType<typeof openLost>>;

const atOnce = 200;
const cause = { actorId: "operator", correlationId: "accept-loss", causationId: "accept-loss" };

async function eraseLost(
  lost: readonly string[],
  confirm: string | undefined,
  open: () => Promise<Opened>,
): Promise<void> {
  const people = lost.filter((memberId) => memberId !== settingsStream);
  const cost =
    `The keys of ${people.length} members are lost. To go on without them erases these ` +
    "members: their accounts, profiles and pictures. Statistics stay, and they can register again. " +
    (people.length < lost.length
      ? "The support address and announcement that staff set are gone. "
      : "") +
    "It can't be undone, also by a backup that is found later.";
  if (!isConfirmed(confirm, cost, lost)) return;
  const { members, settings, log, readModel, close } = await open();
  // Words of the program's staff, which are nobody's.
  if (people.length < lost.length) await settings.forgetWords();
  for (let first = 0; first < people.length; first += atOnce) {
    const some = people.slice(first, first + atOnce);
    await members.executeAll(
      some.map((memberId) => ({ memberId, commands: [{ type: "Erase" }] })),
      cause,
    );
  }
  await log.forgetErased();
  // They may be those of a log that went on in another way.
  await readModel.rebuild();
  close();
  console.log(`Erased ${people.length} members. The next start removes their remaining data.`);
}

async function beginAnew(
  environment: Environment,
  traces: readonly string[],
  confirm: string | undefined,
): Promise<void> {
  const cost =
    "The log is lost: no one's account, profile or history can be had back without it. To go on " +
    `begins a new installation. What is left, which is ${
      traces.join(", ")
    }, is set aside, but for ` +
    "secrets and the erasure ledger, which stay. Backups of the new one need folders of their own, and " +
    "pictures a bucket of their own.";
  if (!isConfirmed(confirm, cost, traces)) return;
  const { dataDir, vault } = environment;
  if (isServer(vault.url)) {
    throw new TaskError("VAULT_URL: name an empty database: what is on a server is not set aside");
  }
  const files = filesOf(environment);
  const suffix = asideSuffix(new Date());
  const others = ["objects", "search", "outbox", "last-backup.json"].map((name) =>
    join(dataDir, name)
  );
  for (const path of files.flatMap((file) => ["", "-wal", "-shm"].map((end) => file + end))) {
    await setAside(path, path.replace(/(-wal|-shm)?$/, (end) => suffix + end));
  }
  for (const path of others) await setAside(path, path + suffix);
  const stores = await openStores(environment, { makes: "all", acceptsLoss: true });
  await openEvents({ ...stores, now: () => new Date(), newId: () => crypto.randomUUID() });
  // Those are of the log that is lost.
  await headsOf(environment, stores).setAside(new Date());
  stores.close();
  console.log(`Began a new installation. The old one's files have names that end in ${suffix}.`);
}

/** The log comes last: as long as it is there, nothing has begun. */
function filesOf({ vault, read, events }: Environment): string[] {
  return [vault, read, events].filter(({ url }) => !isServer(url))
    .map(({ url }) => databasePath(url));
}

async function refuseInUse(environment: Environment): Promise<void> {
  for (const path of filesOf(environment)) {
    await refuseOpenDatabase(path).catch((error) => {
      if (error instanceof BadBackup) throw new TaskError(error.message);
      // What cannot be opened is named by those who need it.
    });
  }
}

async function setAside(from: string, to: string): Promise<void> {
  if (await stat(from).catch(() => undefined)) await rename(from, to);
}

/** Whether this very loss is accepted; says what it costs, and how to do so, when it is not. */
function isConfirmed(
  given: string | undefined,
  cost: string,
  lost: readonly string[],
): boolean {
  const code = createHash("sha256").update(JSON.stringify([cost, lost])).digest("hex").slice(0, 8);
  if (given === code) return true;
  if (given !== undefined) {
    throw new TaskError(
      `--confirm: ${given} is not the code of this loss. Nothing was done.\n${cost}`,
    );
  }
  console.log(
    `${cost}\nNothing was done. If this is what you want: npm run admin -- accept-loss --confirm ${code}`,
  );
  return false;
}
