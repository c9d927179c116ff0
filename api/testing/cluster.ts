/**
 * Several nodes on one libSQL server, each with its own process and data folder.
 *
 * @module
 */
import { expect } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { type LibsqlServer, startLibsqlServer } from "../../events/testing/libsql-server.ts";
import { makeIdentity } from "../config/identities.ts";
import { send, type SignedUp } from "./calls.ts";
import type { RunningProduct, StartOptions } from "./process.ts";
import { productForTest } from "./product-for-test.ts";

export interface Cluster {
  readonly database: LibsqlServer;
  /** The environment of every node. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts another node with an empty data folder. Resolves once it is ready. */
  addNode(
    more?: Readonly<Record<string, string>>,
    options?: StartOptions,
  ): Promise<RunningProduct>;
}

export async function startCluster(): Promise<Cluster> {
  const database = await startLibsqlServer();
  const environment = {
    DATABASE_URL: database.url,
    SECRET: (await makeIdentity()).identity,
  };
  return {
    database,
    environment,
    async addNode(more = {}, options = {}) {
      return await productForTest({
        ...environment,
        DATA_DIR: await temporaryFolder(),
        ...more,
      }, options);
    },
  };
}

/** How soon a node has to know, find and show another node's changes. */
export const within = { timeout: 1000, interval: 20 };

/** A cluster with this many nodes. */
export async function startNodes(
  count: number,
  environment: Record<string, string> = {},
  options: StartOptions = {},
) {
  const cluster = await startCluster();
  const [first, second, third] = await Promise.all(
    Array.from({ length: count }, () => cluster.addNode(environment, options)),
  );
  return { cluster, first: first!, second: second!, third: third! };
}

/** The number of people that a member finds through a node. */
export async function found(
  node: Pick<RunningProduct, "origin">,
  { cookie }: Pick<SignedUp, "cookie">,
  search: string,
): Promise<number> {
  const answer = await send(node, "GET", `/api/directory?search=${search}`, { cookie });
  return (await answer.json()).total;
}

/** Status and text of `/readyz`, without the progress of verifying the log, which depends on time. */
export async function readyz(node: Pick<RunningProduct, "origin">): Promise<string> {
  const answer = await send(node, "GET", "/readyz");
  const text = (await answer.text()).replace(/\nlog: \d+ % verified$/, "");
  return `${answer.status} ${text}`;
}

/** Expects every acknowledged change on each node, once it has caught up. */
export async function expectAll(
  answered: readonly { readonly person: SignedUp; readonly bio: string }[],
  node: RunningProduct,
): Promise<void> {
  for (const { person, bio } of answered) {
    const own = async () => await (await send(node, "GET", "/api/profile/me", person)).json();
    if (bio !== "") await expect.poll(own, within).toMatchObject({ bio });
    const user = await send(node, "GET", "/api/user", person);
    expect(await user.json()).toMatchObject({ username: person.username });
  }
}
