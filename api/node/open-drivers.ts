import type { Environment } from "../config/env.ts";
import type { Log } from "./log.ts";
import { refuseDamagedStart } from "./damaged-files.ts";
import { lockFolder } from "./data-folder.ts";
import { openStores } from "./stores.ts";
import { openObjects } from "../objects/open.ts";

/** How long a start waits for database servers, which may be starting, too. */
const waitForDatabasesMs = 60_000;

export interface DriversDependencies {
  readonly log: Log;
  /** Aborted once the service is ready. No call waits for a database server after that. */
  readonly ready: AbortSignal;
  readonly steadyNow: () => Date;
}

/**
 * Opens database, secrets and objects, each checked before anything is changed. Problems that can be fixed later are
 * warnings in the log.
 *
 * @throws {EnvironmentError} If data or secrets are missing, or another installation's.
 * @throws {DatabaseDamaged}
 */
export async function openDrivers(
  environment: Environment,
  { log, ready, steadyNow }: DriversDependencies,
) {
  const { dataDir } = environment;
  const warn = (event: string, more: object = {}) => log({ level: "warning", event, ...more });
  const { database, secrets, isOpenToOthers, close } = await openStores(environment, {
    mayMake: true,
    waiting: AbortSignal.any([ready, AbortSignal.timeout(waitForDatabasesMs)]),
    onWait: () => warn("the database server is away, waiting for it"),
  });
  if (secrets.made.length > 0) {
    const event =
      "the secret was made. Without it, no one can read the data or a backup. Staff print it under Program";
    warn(event, { files: secrets.made });
  }
  if (isOpenToOthers) {
    const event = "other users of this machine may look into the data folder";
    warn(event, { folder: dataDir, run: `chmod 700 ${dataDir}` });
  }
  const lock = await lockFolder(dataDir);
  if (lock === undefined) {
    const event =
      "another process uses this data folder, and limits are counted in each of them. Stop one; for several " +
      "nodes, give each its own DATA_DIR and all of them one database on a server";
    warn(event, { folder: dataDir });
  }
  const objects = await openObjects(environment, secrets, steadyNow);
  await refuseDamagedStart(environment, database);
  return {
    database,
    secrets,
    objects,
    close() {
      close();
      lock?.release();
    },
  };
}
