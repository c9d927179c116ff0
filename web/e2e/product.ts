/**
 * The real product and a real browser, for tests that go all the way.
 *
 * @module
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type ParsedMail, simpleParser } from "mailparser";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openDatabase } from "../../events/database.ts";
import { runAdmin } from "../../api/testing/admin.ts";
import { type RunningProduct, startProduct } from "../../api/testing/process.ts";
import { chromiumPath, openBrowser, refusal, sayRefusals } from "../testing/browser.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

if (chromiumPath === undefined) {
  console.log("Browser tests are skipped: no chromium in the path, and CHROMIUM is not set");
}

/** The product with an empty folder of its own, and a browser to look at it. */
export interface Stage {
  readonly origin: string;
  /** A visitor with cookies of their own. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Invites people, as the program does: a table in CSV with a head. */
  invite(table: string): Promise<void>;
  /** The texts of the mails to this address, the newest first. */
  mailsTo(address: string): Promise<readonly string[]>;
  /** The same, with their headers. */
  lettersTo(address: string): Promise<readonly ParsedMail[]>;
  /** As if everyone had signed in an hour ago. */
  passAnHour(): Promise<void>;
  /** Everything that the product has logged. */
  logged(): string;
  /** @throws When a page's policy refused something, such as a style in its HTML. */
  close(): Promise<void>;
}

/** Cookies of a signed-in member, for another browser of theirs. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export interface StageOptions {
  /** Number of made-up people with a profile at the start. */
  readonly profiles?: number;
  /** Most of them have a drawn picture. */
  readonly pictures?: boolean;
  /** And so many requests for help among them, over the last months. */
  readonly connections?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts everything. What browsers load is built first if it is missing; `npm test` sees to it that
 * it is not old either.
 */
export async function openStage(
  { profiles = 0, pictures = false, connections = 0, environment = {} }: StageOptions = {},
): Promise<Stage> {
  if (!existsSync(join(root, "dist/.vite/manifest.json"))) await build();
  const folder = await mkdtemp(join(tmpdir(), "alumni-e2e-"));
  let product: RunningProduct | undefined;
  let browser: Browser | undefined;
  const refused: string[] = [];

  async function close() {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
    if (refused.length > 0) throw new Error(refused.join("\n"));
  }

  try {
    if (profiles > 0) await seed(folder, { profiles, pictures, connections });
    product = await startProduct({ ...environment, DATA_DIR: folder, HOST: "127.0.0.1" });
    browser = await openBrowser();
  } catch (error) {
    await close();
    throw error;
  }
  const { origin, written } = product;
  const viewport = { width: 1280, height: 900 };
  const opened = browser;
  return {
    origin,
    close,
    logged: written,
    invite: (table) => invite(folder, table),
    passAnHour: () => passAnHour(join(folder, "vault.db")),
    mailsTo: async (address) =>
      (await mailsIn(join(folder, "outbox"), address)).map(({ text = "" }) => text),
    lettersTo: (address) => mailsIn(join(folder, "outbox"), address),
    async visitor(options = {}) {
      const context = await opened.newContext({ baseURL: origin, viewport, ...options });
      await sayRefusals(context);
      context.on("console", (message) => {
        if (message.text().startsWith(refusal)) {
          refused.push(`${message.page()?.url()}: ${message.text()}`);
        }
      });
      return context;
    },
  };
}

/** Opens a stage before the tests of a group, and closes it after them. */
export function openStageFirst(options: StageOptions, use: (stage: Stage) => void): void {
  let stage: Stage | undefined;
  beforeAll(async () => use(stage = await openStage(options)));
  afterAll(() => stage?.close());
}

async function passAnHour(vaultPath: string): Promise<void> {
  const vault = await openDatabase({ url: `file:${vaultPath}`, durability: "normal" });
  await vault.write([{
    sql: `UPDATE sessions SET sess = json_set(json_remove(sess, '$.confirmedAtMs'),
            '$.createdAtMs', json_extract(sess, '$.createdAtMs') - 3600000)`,
    args: [],
  }]);
  vault.close();
}

async function invite(folder: string, table: string): Promise<void> {
  const file = join(folder, "invited.csv");
  await writeFile(file, table);
  const environment = { DATA_DIR: folder };
  const { code, stdout, stderr } = await runAdmin(["import", file, "--yes"], { environment });
  if (code !== 0) throw new Error(stdout + stderr);
}

async function mailsIn(outbox: string, address: string): Promise<readonly ParsedMail[]> {
  const names = existsSync(outbox) ? await readdir(outbox) : [];
  const mails = await Promise.all(
    names.filter((name) => name.endsWith(".eml"))
      .map(async (name) => {
        const path = join(outbox, name);
        // A mail's own date is in whole seconds.
        const { mtimeMs } = await stat(path);
        return { ...await simpleParser(await readFile(path)), mtimeMs };
      }),
  );
  return mails
    .filter(({ to }) => [to].flat().some((recipient) => recipient?.text.includes(address)))
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs);
}

/** Loads made-up people; the same number, the same people. Their password is `mentorship`. */
async function seed(
  folder: string,
  { profiles, pictures, connections }: Required<Omit<StageOptions, "environment">>,
): Promise<void> {
  const task = [
    "run",
    "-A",
    "api/operations/tasks/admin.ts",
    "seed",
    "--profiles",
    String(profiles),
  ];
  if (!pictures) task.push("--no-pictures");
  if (connections > 0) task.push("--connections", String(connections));
  await promisify(execFile)(Deno.execPath(), task, {
    cwd: root,
    env: { ...Deno.env.toObject(), DATA_DIR: folder, APP_ENV: "production" },
  });
}

async function build(): Promise<void> {
  await promisify(execFile)(Deno.execPath(), [
    "run",
    "-A",
    "node_modules/vite/bin/vite.js",
    "build",
  ], {
    cwd: root,
  });
}

export interface Person {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: "cadet" | "alumni" | "cadre";
  readonly cadreCode?: string;
}

export const password = "correct horse";

/** Makes someone an account and signs their browser in; quicker than filling in the form. */
export async function signUp(visitor: BrowserContext, origin: string, person: Person) {
  const email = `${person.username}@example.edu`;
  const answer = await visitor.request.post(`${origin}/api/register`, {
    headers: { Origin: origin },
    data: { ...person, password, email },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
}

/** Creates a profile for the signed-in member. */
export async function publish(
  visitor: BrowserContext,
  origin: string,
  profile: Readonly<Record<string, unknown>> = {},
) {
  const answer = await visitor.request.post("/api/profile", {
    headers: { Origin: origin },
    data: {
      classYear: "2014",
      rank: "CPT",
      armyBranch: "Infantry",
      mos: "11A",
      primaryEmail: "someone@example.com",
      ...profile,
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
}

/** Confirms the signed-in member's address by the mailed link. */
export async function confirmAddress(
  stage: Stage,
  visitor: BrowserContext,
  username: string,
): Promise<void> {
  let token: string | undefined;
  for (let tries = 0; token === undefined && tries < 100; tries++) {
    const [mail = ""] = await stage.mailsTo(`${username}@example.edu`);
    token = /verify-email\?token=(\S+)/.exec(mail)?.[1];
    await delay(100);
  }
  const data = { token: decodeURIComponent(token ?? "") };
  const headers = { Origin: stage.origin };
  const answer = await visitor.request.post("/api/auth/verify-email", { headers, data });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Registers a cadet who asks this member for help; resolves with the id of the request. */
export async function askedOf(stage: Stage, memberId: string): Promise<string> {
  const visitor = await stage.visitor();
  const name = { firstName: "Casey", lastName: "Nguyen" };
  await signUp(visitor, stage.origin, { username: "asker", ...name, role: "cadet" });
  await confirmAddress(stage, visitor, "asker");
  const note = "How did you choose your branch, and would you choose it again?";
  const answer = await visitor.request.post("/api/connections", {
    headers: { Origin: stage.origin },
    data: { memberId, topics: [], note },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  const { id } = await answer.json();
  await visitor.close();
  return id;
}

/** Resolves once every island that starts with the page answers. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-start="load"]')]
      .every((island) => island.dataset.ready !== undefined)
  );
}
