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

/** Someone with a session that every node knows. */
export interface Person {
  readonly username: string;
  readonly cookie: string;
}

/** Asks a node as a page of it would. */
export async function ask(
  { origin }: Pick<RunningProduct, "origin">,
  method: string,
  path: string,
  { cookie, body }: { readonly cookie?: string; readonly body?: unknown } = {},
): Promise<Response> {
  return await fetch(`${origin}${path}`, {
    method,
    headers: {
      origin,
      ...(cookie && { cookie }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** @throws {Error} When the node does not take the registration. */
export async function register(node: RunningProduct, username: string): Promise<Person> {
  const answer = await ask(node, "POST", "/api/register", {
    body: {
      username,
      password: "correct horse",
      email: `${username}@example.com`,
      firstName: "Some",
      lastName: "One",
      role: "alumni",
    },
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${answer.status} ${text}`);
  return { username, cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}
