/**
 * The whole API on temporary databases, and ways to ask it something as someone.
 *
 * @module
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { openDatabase } from "../../events/database.ts";
import { createEmbeddedSearch } from "../../search/embedded/embedded.ts";
import { type AppDependencies, createApp } from "../app.ts";
import { defaultLimits, type Limits } from "../auth/rate-limits.ts";
import { type Composed, composeProduct } from "../compose.ts";
import type { ProductDependencies } from "../composition/dependencies.ts";
import type { LogEntry } from "../log.ts";
import type { Message } from "../mail/mail.ts";
import { TestMail } from "./test-mail.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import type { PageEnv } from "../middleware/session.ts";
import type { BrandVariables } from "../program/brand.ts";
import { createLocalStore } from "../objects/local.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { SteadyClock } from "../node/steady-clock.ts";
import { quickHashing } from "./quick-hashing.ts";
import { createDescribed } from "./described.ts";
import { testOrigin } from "./origin.ts";

export { testOrigin };

/** What differs from the usual: dependencies of the product and of its calls, and a few that are easier to say. */
export type TestAppOptions =
  & Partial<Omit<ProductDependencies, "limits" | "objects">>
  & Partial<Omit<AppDependencies, "product" | "log" | "metrics">>
  & {
    readonly limits?: Partial<Limits>;
    /** Names and looks that variables set. */
    readonly brand?: BrandVariables;
    readonly passwordMinLength?: number;
    /** Wraps the product's object store. */
    readonly watchObjects?: (store: ObjectStore) => ObjectStore;
    /** One on whose data this works, too: as another process would. */
    readonly beside?: Pick<TestApp, "folder" | "secrets">;
  };

/** What a test can say about a request; a body is sent as JSON. */
export interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the client. */
  readonly ip?: string;
}

/**
 * Someone's browser: keeps cookies, sends what a page of this origin sends. An answer of a call that
 * is not as described is an error, in any test.
 */
export interface Browser {
  get(path: string, ask?: Ask): Promise<Response>;
  post(path: string, body?: unknown, ask?: Ask): Promise<Response>;
  put(path: string, body?: unknown, ask?: Ask): Promise<Response>;
  patch(path: string, body?: unknown, ask?: Ask): Promise<Response>;
  delete(path: string, ask?: Ask): Promise<Response>;
  send(method: string, path: string, ask?: Ask): Promise<Response>;
  /** Puts a file somewhere, with nothing that says who sends it. */
  sendFile(
    url: string,
    bytes: Uint8Array | ReadableStream<Uint8Array>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Value of the session cookie. */
  session(): string | undefined;
}

export interface TestApp extends Composed {
  readonly app: Hono<PageEnv>;
  /** The mails that were sent; see `settled`. */
  readonly mails: readonly Message[];
  readonly logged: readonly LogEntry[];
  readonly metrics: Metrics;
  readonly objects: ObjectStore;
  readonly databases: ProductDependencies["databases"];
  readonly folder: string;
  readonly secrets: ProductDependencies["secrets"];
  /** Resolves once what requests left to be done is done: mails queued, and sent. */
  settled(): Promise<void>;
  /** Sends all mail that is due. */
  sendMail(): Promise<void>;
  /** A browser that is signed out. */
  browser(): Browser;
  /** Registers someone and returns the browser that they are signed in with. */
  member(
    details?: Partial<typeof someone & { readonly cadreCode: string }>,
  ): Promise<Browser & { readonly memberId: string }>;
  close(): Promise<void>;
}

export const someone = {
  username: "jdoe",
  password: "correct horse",
  email: "jdoe@example.com",
  firstName: "Jane",
  lastName: "Doe",
  role: "alumni",
};

export const someProfile = {
  classYear: "2018",
  rank: "CPT",
  armyBranch: "Armor",
  mos: "19A",
  primaryEmail: "jane@example.com",
};

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const { folder, secrets } = beside ?? await newInstallation();
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, name)}.db`, durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const mail = new TestMail();
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => void logged.push(entry);
  const metrics = createMetrics();
  const { appOrigin = testOrigin, appEnv = "test", now = () => new Date() } = options;
  const { watchObjects = (store) => store } = options;
  // A test's own clock is the only one that counts.
  const clock = new SteadyClock(now, options.now && (() => 0));
  const objects = watchObjects(createLocalStore({
    folder: join(folder, "objects"),
    secret: randomBytes(32),
    now: clock.now,
  }));
  const composed = await composeProduct({
    databases,
    secrets,
    search: createEmbeddedSearch(),
    mail,
    freeBytes: async () => Infinity,
    // Quick, unless a test is about what hashing costs.
    hashing: quickHashing,
    log,
    now,
    newPassword: { minLength: options.passwordMinLength ?? 6 },
    metrics,
    newId: randomUUID,
    random: Math.random,
    refusedLoginMs: 0,
    showsDevToken: appEnv === "development",
    ...options,
    ...options.brand,
    objects,
    clock,
    limits: { ...defaultLimits, ...options.limits },
    appOrigin,
  });
  const app = createApp({
    log,
    metrics,
    product: composed.product,
    ready: composed.readiness.check,
    isStale: composed.isStale,
    mailHook: composed.mailHook,
    newId: randomUUID,
    trustedProxies: [],
    ...options,
    appEnv,
    appOrigin,
  });
  let registered = 0;

  async function settled() {
    await composed.background.settled();
    await composed.outboxSender.settled();
  }

  return {
    ...composed,
    app,
    mails: mail.sent,
    metrics,
    logged,
    objects,
    databases,
    folder,
    secrets,
    settled,
    async sendMail() {
      await settled();
      await composed.outboxSender.sendDue();
      await settled();
    },
    browser: () => createBrowser(app, appOrigin),
    async member(details = {}) {
      const browser = createBrowser(app, appOrigin);
      const number = ++registered;
      const answer = await browser.post("/api/register", {
        ...someone,
        username: `member${number}`,
        email: `member${number}@example.com`,
        ...details,
      });
      if (answer.status !== 201) throw new Error(`Not registered: ${await answer.text()}`);
      const { id } = await answer.json();
      return { ...browser, memberId: id };
    },
    async close() {
      composed.live.close();
      await settled();
      for (const database of Object.values(databases)) database.close();
      if (beside === undefined) await rm(folder, { recursive: true });
    },
  };
}

let installation: ReturnType<typeof makeInstallation> | undefined;

/** A folder and secrets as after a first start. Copied: making the tables takes most of an app's time. */
async function newInstallation() {
  installation ??= makeInstallation();
  const { files, secrets } = await installation;
  const folder = await mkdtemp(join(tmpdir(), "alumni-api-"));
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return { folder, secrets };
}

async function makeInstallation() {
  const folder = await mkdtemp(join(tmpdir(), "alumni-api-"));
  const secrets = { kek: randomBytes(32), claimKey: randomBytes(32) };
  const app = await createTestApp({ beside: { folder, secrets } });
  await app.close();
  const names = Object.keys(app.databases).map((name) => `${name}.db`);
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name))] as const),
  );
  await rm(folder, { recursive: true });
  return { files, secrets };
}

const described = createDescribed(testOrigin);

async function refuseUndescribed({ method, url }: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(url);
  const isCompressed = answer.headers.has("Content-Encoding");
  if (!pathname.startsWith("/api/") || isCompressed || isStream(answer)) return;
  const wrong = await described.wrongWith({ method, pathname }, answer.clone());
  if (wrong !== undefined) throw new Error(`The answer of ${method} ${pathname} ${wrong}`);
}

/** It is not over before its reader says so. */
function isStream(answer: Response): boolean {
  return answer.headers.get("Content-Type") === "text/event-stream";
}

function createBrowser(app: Hono<PageEnv>, appOrigin: string): Browser {
  const cookies = new Map<string, string>();

  async function send(method: string, path: string, ask: Ask = {}): Promise<Response> {
    const isText = typeof ask.body === "string";
    const request = new Request(new URL(path, appOrigin), {
      method,
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(method !== "GET" && { Origin: appOrigin }),
        ...(ask.body !== undefined && { "Content-Type": "application/json" }),
        ...ask.headers,
      },
      ...(ask.body !== undefined &&
        { body: isText ? ask.body as string : JSON.stringify(ask.body) }),
    });
    const answer = await app.fetch(request, { remoteAddr: { hostname: ask.ip ?? "192.0.2.1" } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    await refuseUndescribed(request, answer);
    return answer;
  }

  return {
    send,
    async sendFile(url, bytes, headers = {}) {
      const body = bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes;
      return await app.fetch(new Request(url, { method: "PUT", body, headers }));
    },
    get: (path, ask) => send("GET", path, ask),
    post: (path, body, ask) => send("POST", path, { ...ask, body }),
    put: (path, body, ask) => send("PUT", path, { ...ask, body }),
    patch: (path, body, ask) => send("PATCH", path, { ...ask, body }),
    delete: (path, ask) => send("DELETE", path, ask),
    session: () => cookies.get("session") ?? cookies.get("__Host-session"),
  };
}
