import { mkdir } from "node:fs/promises";
import { type Database, openDatabase } from "../events/database.ts";
import type { Environment } from "./env.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";

export interface Stores {
  readonly databases: Readonly<Record<"events" | "vault" | "read", Database>>;
  readonly secrets: Secrets;
  close(): void;
}

/**
 * Opens the databases and secrets that the environment names; makes the data folder and the secrets
 * on the first start.
 *
 * @throws {EnvironmentError} When a secret is missing that a database was written with.
 */
export async function openStores(
  environment: Environment,
  onBusy: (database: keyof Stores["databases"]) => void = () => {},
): Promise<Stores> {
  await mkdir(environment.dataDir, { recursive: true, mode: 0o700 });
  const secrets = await loadSecrets(environment);
  const databases = {
    events: await openDatabase({
      ...environment.events,
      onBusy: () => onBusy("events"),
      durability: "full",
    }),
    vault: await openDatabase({
      ...environment.vault,
      onBusy: () => onBusy("vault"),
      durability: "full",
    }),
    // Whatever is lost here is read from the log again.
    read: await openDatabase({
      ...environment.read,
      onBusy: () => onBusy("read"),
      durability: "normal",
    }),
  };
  return {
    databases,
    secrets,
    close() {
      for (const database of Object.values(databases)) database.close();
    },
  };
}
