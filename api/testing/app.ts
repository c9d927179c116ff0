/**
 * The whole API on a temporary database, and browsers that send requests to it.
 *
 * @module
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { openDatabase } from "../../events/store/database.ts";
import { tablesOf } from "../../events/store/queries.ts";
import { cause } from "../../events/testing/system.ts";
import { createEmbeddedSearch } from "../../search/embedded/embedded.ts";
import { type AppDependencies, createApp } from "../app.ts";
import type { MakeBackup } from "../backup/backup-thread.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { identitiesIn, makeIdentity } from "../config/identities.ts";
import { defaultLimits, type Limits } from "../auth/limits/rate-limits.ts";
import { composeProduct, type ProductDependencies } from "../compose.ts";
import type { LogEntry } from "../node/log.ts";
import type { Message } from "../mail/mail.ts";
import { TestMail } from "./test-mail.ts";
import { drawHere } from "../drawing/draw-here.ts";
import type { PageEnv } from "../http/middleware/session.ts";
import type { AdmissionRules } from "../../events/program/admission.ts";
import type { BrandFacts } from "../../events/program/setting-events.ts";
import { createRestoreFiles } from "../backup/restore.ts";
import { createLocalStore } from "../objects/local.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import type { Product } from "../product.ts";
import { SteadyClock } from "../node/steady-clock.ts";
import { actsOf } from "./acts.ts";
import { quickHashing } from "./quick-hashing.ts";
import { testOrigin } from "./origin.ts";

export { testOrigin };

/** Overrides of the product's dependencies, and some shortcuts. */
export type TestAppOptions =
  & Partial<Omit<ProductDependencies, "limits" | "objects">>
  & Partial<Omit<AppDependencies, "product" | "log">>
  & {
    readonly limits?: Partial<Limits>;
    /** Settings of names and looks. */
    readonly brand?: BrandFacts;
    /** Setting of admission. */
    readonly admission?: Partial<AdmissionRules> | undefined;
    /** Replaces making a backup. */
    readonly makeBackup?: MakeBackup;
    /** Wraps the product's object store. */
    readonly watchObjects?: (store: ObjectStore) => ObjectStore;
    /** Another app whose data this one shares, like another process. */
    readonly beside?: Installation;
  };

interface Installation {
  readonly folder: string;
  readonly secrets: Pick<ProductDependencies["secrets"], "identity" | "kek" | "claimKey">;
}

/** Options of a request. A body is sent as JSON. */
export interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's network address. */
  readonly ip?: string;
}

export type Browser = ReturnType<typeof createBrowser>;
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

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

export async function createTestApp(options: TestAppOptions = {}) {
  const { beside } = options;
  const { folder, secrets } = beside ?? await newInstallation();
  const database = await openDatabase({
    url: `file:${join(folder, "alumni.db")}`,
    durability: "normal",
  });
  const mail = new TestMail();
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => void logged.push(entry);
  const { appOrigin = testOrigin, appEnv = "test", now = () => new Date() } = options;
  const { watchObjects = (store) => store } = options;
  // Only the test's clock is used, if it has one.
  const clock = new SteadyClock(now, options.now && (() => 0));
  const objects = watchObjects(createLocalStore({
    folder: join(folder, "objects"),
    secret: randomBytes(32),
    now: clock.now,
  }));
  const [identity] = await identitiesIn(secrets.identity);
  if (identity === undefined) throw new Error("There is no secret");
  const composed = await composeProduct({
    database,
    secrets: { ...identity, ...secrets },
    search: createEmbeddedSearch(),
    draw: drawHere,
    mail,
    backups: {
      environment: {
        database: { url: `file:${join(folder, "alumni.db")}` },
        dataDir: folder,
        s3: undefined,
        backups: { place: "folder", folder: `${folder}.backups`, isDefault: true },
      },
      recipient: identity.recipient,
      make: options.makeBackup ?? makeBackup,
    },
    freeBytes: async () => Infinity,
    // Fast, unless a test is about the cost of hashing.
    hashing: quickHashing,
    log,
    now,
    newId: randomUUID,
    random: Math.random,
    refusedLoginMs: 0,
    restoring: { files: restoreFilesIn(folder) },
    showsDevToken: appEnv === "development",
    ...options,
    objects,
    clock,
    limits: { ...defaultLimits, ...options.limits },
    appOrigin,
  });
  const { brand, admission } = options;
  if (brand !== undefined || admission !== undefined) {
    const settings = {
      brand,
      admission: admission?.by,
      admissionDomains: admission?.domains,
    };
    await composed.eventStore.settings.execute({ type: "ChangeSettings", ...settings }, cause);
    await composed.follow();
  }
  const app = createApp({
    log,
    product: composed.product,
    ready: composed.readiness.check,
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
    ...composed.eventStore,
    ...composed,
    app,
    /** Sent mails; see `settled`. */
    mails: mail.sent as readonly Message[],
    testMail: mail,
    logged: logged as readonly LogEntry[],
    objects,
    database,
    folder,
    secrets,
    /** Resolves once the background work of requests is done: mails are queued and sent. */
    settled,
    /** Sends all due mails. */
    async sendMail() {
      await settled();
      await composed.outboxSender.sendDue();
      await settled();
    },
    /** A browser that is signed out. */
    browser: () => createBrowser(app, composed.product, appOrigin),
    /** Registers a member, and returns their signed-in browser. */
    async member(details: Partial<typeof someone & { readonly cadreCode: string }> = {}) {
      const browser = createBrowser(app, composed.product, appOrigin);
      const number = ++registered;
      const answer = await browser.post("/api/register", {
        ...someone,
        username: `member${number}`,
        email: `member${number}@example.com`,
        ...details,
      });
      if (answer.status !== 201) throw new Error(`Not registered: ${await answer.text()}`);
      const { id }: { id: string } = await answer.json();
      return { ...browser, memberId: id };
    },
    async close(): Promise<void> {
      composed.live.close();
      await settled();
      database.close();
      await rm(`${folder}.backups`, { recursive: true, force: true });
      if (beside === undefined) await rm(folder, { recursive: true });
    },
  };
}

/** The files of a restore into an app's data folder. */
export function restoreFilesIn(folder: string) {
  return createRestoreFiles({
    dataDir: folder,
    database: { url: `file:${join(folder, "alumni.db")}` },
    secret: undefined,
    secretFile: join(folder, "secrets", "secret"),
    s3: undefined,
  });
}

let installation: ReturnType<typeof makeInstallation> | undefined;

/** A folder and secrets like after a first start. Copied, because creating the tables takes most of an app's time. */
async function newInstallation(): Promise<Installation> {
  installation ??= makeInstallation();
  const { file, secrets } = await installation;
  const folder = await mkdtemp(join(tmpdir(), "alumni-api-"));
  await writeFile(join(folder, "alumni.db"), file);
  return { folder, secrets };
}

async function makeInstallation() {
  const folder = await mkdtemp(join(tmpdir(), "alumni-api-"));
  const { identity, kek } = await makeIdentity();
  const secrets = { identity, kek, claimKey: randomBytes(32) };
  const app = await createTestApp({ beside: { folder, secrets } });
  // Backups seem to be made all the time, so that staff get no mails about them when time passes.
  const made = { id: 1, made_at_ms: Date.parse("2100-01-01") };
  await tablesOf(app.database).insertInto("backup_outcomes").values(made).execute();
  await app.database.truncateWriteAheadLog();
  await app.close();
  const file = await readFile(join(folder, "alumni.db"));
  await rm(folder, { recursive: true });
  return { file, secrets };
}

/** A browser with cookies, which sends the headers of a page of this origin. */
function createBrowser(app: Hono<PageEnv>, product: Product, appOrigin: string) {
  const cookies = new Map<string, string>();
  /** Value of the session cookie. */
  const session = () => cookies.get("session") ?? cookies.get("__Host-session");

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
    return answer;
  }

  return {
    send,
    /** Uploads a file to an address, without cookies. */
    async sendFile(
      url: string,
      bytes: Uint8Array | ReadableStream<Uint8Array>,
      headers: Readonly<Record<string, string>> = {},
    ) {
      const body = bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes;
      return await app.fetch(new Request(url, { method: "PUT", body, headers }));
    },
    get: (path: string, ask?: Ask) => send("GET", path, ask),
    post: (path: string, body?: unknown, ask?: Ask) => send("POST", path, { ...ask, body }),
    put: (path: string, body?: unknown, ask?: Ask) => send("PUT", path, { ...ask, body }),
    patch: (path: string, body?: unknown, ask?: Ask) => send("PATCH", path, { ...ask, body }),
    delete: (path: string, ask?: Ask) => send("DELETE", path, ask),
    session,
    ...actsOf(product, session),
  };
}
