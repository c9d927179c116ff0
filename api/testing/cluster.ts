/**
 * Several nodes on two libSQL servers, each a process of its own with its own data folder.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { type LibsqlServer, startLibsqlServer } from "../../events/testing/libsql-server.ts";
import { type RunningProduct, startProduct } from "./process.ts";

export interface Cluster {
  readonly events: LibsqlServer;
  readonly vault: LibsqlServer;
  /** What every node is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** One more node, with an empty data folder; resolves once it is ready. */
  addNode(more?: Readonly<Record<string, string>>): Promise<RunningProduct>;
}

export async function startCluster(): Promise<Cluster> {
  const [events, vault] = await Promise.all([startLibsqlServer(), startLibsqlServer()]);
  const environment = {
    EVENTS_URL: events.url,
    VAULT_URL: vault.url,
    KEK: randomBytes(32).toString("base64"),
    CLAIM_KEY: randomBytes(32).toString("base64"),
  };
  return {
    events,
    vault,
    environment,
    async addNode(more = {}) {
      const node = await startProduct({
        ...environment,
        DATA_DIR: await temporaryFolder(),
        ...more,
      });
      onTestFinished(() => node.stop("SIGKILL"));
      return node;
    },
  };
}
