import { createHash } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { settingsStream } from "../../../../events/program/setting-events.ts";
import { openEvents } from "../../../../events/open.ts";
import { membersWithoutKey, membersWithSealed } from "../../../../events/lost-keys.ts";
import { asideSuffix, refuseOpenDatabase } from "../../backup/put-in-place.ts";
import { BadBackup } from "../../backup/manifest.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { databasePath } from "../../../node/private-files.ts";
import { openStores, surveyStores } from "../../../node/stores.ts";
import { isServer } from "../../../config/combinations.ts";
import { defineCommand } from "../command.ts";
import { by } from "../operator-cause.ts";
import { newId, now, openData, type Opened } from "../open-data.ts";
import { text } from "../options.ts";
import { TaskError } from "../task.ts";

export const acceptLoss = defineCommand({
  summary: "continue without a log, vault or keys that are lost for good",
  help: `Continue without a log, a vault or members' keys that are lost and in no backup.

  npm run admin -- accept-loss                 say what is lost and what it costs to continue;
                                               changes nothing
  npm run admin -- accept-loss --confirm CODE  continue, with the code that was printed

Look for a backup first: "npm run admin -- restore --help". Stop the service on every node. A code
works for one loss only; if the files change, the code changes too.

If the vault or some keys are lost, the members whose keys are gone are erased, because no one can
ever read their data. If the log is lost, everything starts over. The old data is kept under
another name until you delete it.`,
  options: { confirm: text },
  async run({ confirm }) {
    const environment = readEnvironment();
    // Before this process opens one of the files itself.
    if (confirm !== undefined) await refuseInUse(environment);
    const { loss, traces, sealed } = await surveyStores(environment, async (found) => ({
      sealed: found.vault || !found.events ? [] : await membersWithSealed(found.events),
    }));
    if (loss === "log") return await beginNewInstallation(environment, traces, confirm);
    if (loss === "vault") return await eraseLost(sealed, confirm, () => openLost("all"));
    const data = await openLost();
    const lost = await membersWithoutKey(data.databases);
    if (lost.length > 0) return await eraseLost(lost, confirm, async () => data);
    data.close();
    return "Nothing is lost. The log exists, and the vault has all its keys.";
  },
});

const openLost = (makes?: "all") =>
  openData({ makes, acceptsLoss: true, mayLackKeys: true, mayMismatchLog: true });

async function eraseLost(
  lost: readonly string[],
  confirm: string | undefined,
  open: () => Promise<Opened>,
): Promise<string> {
  const people = lost.filter((memberId) => memberId !== settingsStream);
  const cost =
    `The keys of ${people.length} members are lost. Continuing without them erases these ` +
    "members: their accounts, profiles and pictures. Statistics stay, and they can register again. " +
    (people.length < lost.length
      ? "The support address and announcement that staff set are gone. "
      : "") +
    "You can't undo this, even if you find a backup later.";
  const asked = lossNotice(confirm, cost, lost);
  if (asked !== undefined) return asked;
  const { members, settings, log, readModel, close } = await open();
  // Staff's texts for the program belong to no member.
  if (people.length < lost.length) await settings.forgetSealedTexts();
  const cause = { actorId: by, correlationId: "accept-loss", causationId: "accept-loss" };
  for (const memberId of people) await members.execute(memberId, { type: "Erase" }, cause);
  await log.forgetErased();
  // The read tables may be from another history of the log.
  await readModel.rebuild();
  close();
  return `Erased ${people.length} members. The next start removes their remaining data.`;
}

async function beginNewInstallation(
  environment: Environment,
  traces: readonly string[],
  confirm: string | undefined,
): Promise<string> {
  const cost =
    "The log is lost. Without it, no one's account, profile or history can come back. Continuing " +
    `begins a new installation. The remaining ${traces.join(", ")} get another name; secrets and ` +
    "the erasure ledger stay. Use new folders for backups and a new bucket for pictures.";
  const asked = lossNotice(confirm, cost, traces);
  if (asked !== undefined) return asked;
  const { dataDir, vault } = environment;
  if (isServer(vault.url)) {
    throw new TaskError("VAULT_URL: name an empty database. Data on a server isn't moved aside");
  }
  const files = filesOf(environment);
  const suffix = asideSuffix(new Date());
  for (const path of files.flatMap((file) => ["", "-wal", "-shm"].map((end) => file + end))) {
    await setAside(path, path.replace(/(-wal|-shm)?$/, (end) => suffix + end));
  }
  for (const name of ["objects", "outbox", "last-backup.json"]) {
    const path = join(dataDir, name);
    await setAside(path, path + suffix);
  }
  const stores = await openStores(environment, { makes: "all", acceptsLoss: true });
  await openEvents({ ...stores, now, newId });
  stores.close();
  return `Began a new installation. The names of the old files end in ${suffix}.`;
}

/** The log is last: as long as it exists, no new installation begins. */
function filesOf({ vault, read, events }: Environment): string[] {
  return [vault, read, events].filter(({ url }) => !isServer(url))
    .map(({ url }) => databasePath(url));
}

async function refuseInUse(environment: Environment): Promise<void> {
  for (const path of filesOf(environment)) {
    await refuseOpenDatabase(path).catch((error) => {
      if (error instanceof BadBackup) throw new TaskError(error.message);
      // The command that needs an unusable file reports it.
    });
  }
}

async function setAside(from: string, to: string): Promise<void> {
  if (await stat(from).catch(() => undefined)) await rename(from, to);
}

/** The loss and how to accept it; `undefined` once the operator accepted exactly this. */
function lossNotice(
  given: string | undefined,
  cost: string,
  lost: readonly string[],
): string | undefined {
  const code = createHash("sha256").update(JSON.stringify([cost, lost])).digest("hex").slice(0, 8);
  if (given === code) return undefined;
  if (given !== undefined) {
    throw new TaskError(
      `--confirm: ${given} isn't the code for this loss. Nothing was done.\n${cost}`,
    );
  }
  return `${cost}\nNothing was done. If this is what you want: npm run admin -- accept-loss --confirm ${code}`;
}
