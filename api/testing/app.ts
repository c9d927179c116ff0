/**
 * The whole API on temporary databases, and ways to ask it something as someone.
 *
 * @module
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { openDatabase } from "../../events/database.ts";
import type { Audience } from "../../events/contacts/audiences.ts";
import { createEmbeddedSearch } from "../../search/embedded/embedded.ts";
import type { MeilisearchSettings } from "../../search/meilisearch/server.ts";
import { type AppDependencies, createApp } from "../app.ts";
import type { PasswordHashing } from "../auth/argon2id.ts";
import { defaultLimits, type Limits } from "../auth/rate-limits.ts";
import { type Composed, composeProduct } from "../compose.ts";
import type { LiveLimits } from "../connections/live.ts";
import type { LogEntry } from "../log.ts";
import type { Mail, Message } from "../mail/mail.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import type { Reach } from "../mail/drivers/reach.ts";
import { createMemoryMail } from "../mail/drivers/memory.ts";
import type { Pace } from "../mail/outbox/send-outbox.ts";
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

export interface TestAppOptions {
  readonly limits?: Partial<Limits>;
  /** How many people's contacts one member is shown in a day. */
  readonly contactsADay?: number;
  readonly contactsFor?: Audience;
  readonly cadreCode?: string;
  readonly admission?: AdmissionRules;
  /** Names and looks that variables set. */
  readonly brand?: BrandVariables;
  readonly passwordMinLength?: number;
  readonly appOrigin?: string;
  readonly appEnv?: AppDependencies["appEnv"];
  readonly trustedProxies?: readonly string[];
  readonly site?: AppDependencies["site"];
  /** Sends mails instead of keeping them in `mails`. */
  readonly mail?: Mail;
  /** Where a mail server is that staff name. */
  readonly reach?: Reach;
  readonly fetchMail?: typeof fetch;
  readonly mailPace?: Partial<Pace>;
  readonly replies?: Parameters<typeof composeProduct>[0]["replies"];
  /** When everything was last backed up. */
  readonly lastBackup?: () => Promise<Date | undefined>;
  readonly ready?: AppDependencies["ready"];
  readonly isStale?: AppDependencies["isStale"];
  readonly now?: () => Date;
  readonly uploadOrigin?: string;
  readonly mailHook?: AppDependencies["mailHook"];
  /** Wraps the product's object store. */
  readonly watchObjects?: (store: ObjectStore) => ObjectStore;
  readonly meilisearch?: MeilisearchSettings;
  /** How long a refused login waits for its answer; not at all, unless a test is about it. */
  readonly refusedLoginMs?: number;
  readonly liveLimits?: Partial<LiveLimits>;
  /** A quick one, unless a test is about what hashing costs. */
  readonly hashing?: PasswordHashing;
  /** One on whose data this works, too: as another process would. */
  readonly beside?: TestApp;
}

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
  readonly databases: Parameters<typeof composeProduct>[0]["databases"];
  readonly folder: string;
  readonly secrets: Parameters<typeof composeProduct>[0]["secrets"];
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
  const folder = beside?.folder ?? await mkdtemp(join(tmpdir(), "alumni-api-"));
  const secrets = beside?.secrets ?? { kek: randomBytes(32), claimKey: randomBytes(32) };
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, name)}.db`, durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const mail = createMemoryMail();
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
    meilisearch: options.meilisearch,
    mail: options.mail ?? mail,
    reach: options.reach,
    fetchMail: options.fetchMail,
    ...(options.mailPace && { mailPace: options.mailPace }),
    replies: options.replies,
    lastBackup: options.lastBackup,
    objects,
    freeBytes: async () => Infinity,
    hashing: options.hashing ?? quickHashing,
    log,
    now,
    clock,
    newPassword: { minLength: options.passwordMinLength ?? 6 },
    metrics,
    newId: randomUUID,
    random: Math.random,
    limits: { ...defaultLimits, ...options.limits },
    refusedLoginMs: options.refusedLoginMs ?? 0,
    liveLimits: options.liveLimits,
    ...(options.contactsADay !== undefined && { contactsADay: options.contactsADay }),
    contactsFor: options.contactsFor,
    ...(options.cadreCode !== undefined && { cadreCode: options.cadreCode }),
    admission: options.admission,
    ...options.brand,
    appOrigin,
    showsDevToken: appEnv === "development",
  });
  const app = createApp({
    product: composed.product,
    log,
    metrics,
    ready: options.ready ?? composed.readiness.check,
    isStale: options.isStale ?? composed.isStale,
    newId: randomUUID,
    appEnv,
    appOrigin,
    trustedProxies: options.trustedProxies ?? [],
    uploadOrigin: options.uploadOrigin,
    mailHook: options.mailHook ?? composed.mailHook,
    ...(options.site && { site: options.site }),
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
