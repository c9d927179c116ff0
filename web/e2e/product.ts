/**
 * Runs the real product with a real browser, for end-to-end tests.
 * @module
 */
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ParsedMail } from "mailparser";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { runAdmin } from "../../api/testing/admin.ts";
import { passwordGivenLongAgo } from "../../api/testing/password-given-long-ago.ts";
import { type RunningProduct, type StartOptions, startProduct } from "../../api/testing/process.ts";
import { logRefusals, openBrowser, refusal } from "../testing/browser.ts";
import { mailsIn } from "./mails.ts";
import { scriptless } from "./page.ts";

type Environment = Readonly<Record<string, string>>;

export interface StageOptions {
  /** Number of made-up people with a profile at the start; their password is `mentorship`. */
  readonly profiles?: number;
  /** Whether most of them have a drawn picture. */
  readonly pictures?: boolean;
  /** Number of requests for help among them, over the last months. */
  readonly connections?: number;
  readonly environment?: Environment;
  readonly choices?: StartOptions["choices"];
}

export interface Person {
  readonly username?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: "cadet" | "alumni" | "cadre";
  readonly cadreCode?: string;
}

export interface MemberOptions extends Person, BrowserContextOptions {
  /** Fields of their profile; absent without a profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Whether they confirmed their address. */
  readonly isConfirmed?: boolean;
}

/** A signed-in member, and a blank page of their browser. */
export interface Member {
  readonly id: string;
  readonly username: string;
  readonly visitor: BrowserContext;
  readonly page: Page;
}

export const password = "correct horse";
/** The product with its own empty folder, and people who use it in browsers. */
export class Stage {
  #folder = "";
  /** Copies stored on another machine. */
  #away = "";
  #product: RunningProduct | undefined;
  #staff: BrowserContext | undefined;
  readonly #visitors: BrowserContext[] = [];
  #members = 0;
  readonly #refused: string[] = [];

  constructor(private readonly options: StageOptions = {}) {}

  /** The folder where the product saves its backups by default. */
  get backups(): string {
    return `${this.#folder}.backups`;
  }

  get origin(): string {
    return this.#product?.origin ?? "";
  }

  /** The product's current or last process. */
  get pid(): number {
    return this.#product?.pid ?? NaN;
  }

  async open(): Promise<this> {
    const { profiles = 0, pictures = false, connections = 0 } = this.options;
    this.#folder = await mkdtemp(join(tmpdir(), "alumni-e2e-"));
    this.#away = await mkdtemp(join(tmpdir(), "alumni-e2e-"));
    try {
      if (profiles > 0) {
        const people = ["--profiles", String(profiles), "--connections", String(connections)];
        await this.#admin("seed", ...people, ...(pictures ? [] : ["--no-pictures"]));
      }
      await this.restart();
    } catch (error) {
      await this.close();
      throw error;
    }
    return this;
  }

  /** Starts the product, with other settings if given. Its address changes then. */
  async restart(environment: Environment = {}, options: StartOptions = {}): Promise<void> {
    await this.#product?.stop();
    const { choices } = this.options;
    const common = { ...this.options.environment, DATA_DIR: this.#folder, HOST: "127.0.0.1" };
    this.#product = await startProduct({ ...common, ...environment }, { choices, ...options });
  }

  /** @throws When a page's policy refused something, such as a style in its HTML. */
  async close(): Promise<void> {
    await Promise.all(this.#visitors.map((visitor) => visitor.close()));
    await this.#product?.stop();
    for (const folder of [this.#folder, this.backups, this.#away]) {
      await rm(folder, { recursive: true, force: true });
    }
    if (this.#refused.length > 0) throw new Error(this.#refused.join("\n"));
  }

  /** Copies a backup to a place that outlives the disk. @returns Its path. */
  async takeAway(backup: string): Promise<string> {
    const path = join(this.#away, backup);
    await copyFile(join(this.backups, backup), path);
    return path;
  }

  /** Ends the product, with everything on its disk. */
  async loseEverything({ butBackups = false } = {}): Promise<void> {
    await this.#product?.stop();
    this.#product = undefined;
    this.#staff = undefined;
    await rm(this.#folder, { recursive: true });
    if (!butBackups) await rm(this.backups, { recursive: true });
  }

  /** The link printed by a start without staff, once the service answers. */
  async firstStaffLink(): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const [link] = /http:\S+\/first-staff\?token=\S+/.exec(this.logged()) ?? [];
      if (link !== undefined) return link;
      await delay(100);
    }
    throw new Error("No link for the first staff account was printed");
  }

  /** A mailed link at the product's current address. */
  here(link: string): string {
    return link.replace(/^https?:\/\/[^/]+/, this.origin);
  }

  /** The product's whole log. */
  logged(): string {
    return this.#product?.written() ?? "";
  }

  /** Opens a browser with its own cookies. */
  async visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const browser = await openBrowser();
    const usual = {
      baseURL: this.origin,
      viewport: { width: 1280, height: 900 },
      // Drawing view transitions takes as long as drawing a page.
      reducedMotion: "reduce",
    } as const;
    const visitor = await browser.newContext({ ...usual, ...options });
    // As long as tests wait for what they poll for.
    visitor.setDefaultTimeout(60_000);
    this.#visitors.push(visitor);
    if (options.javaScriptEnabled === false) scriptless.add(visitor);
    await logRefusals(visitor);
    visitor.on("console", (message) => {
      if (message.text().startsWith(refusal)) {
        this.#refused.push(`${message.page()?.url()}: ${message.text()}`);
      }
    });
    return visitor;
  }

  /** A blank page of a new visitor. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    return await (await this.visitor(options)).newPage();
  }

  /** Registers an alum, or another member; faster than filling in the form. */
  async member(options: MemberOptions = {}): Promise<Member> {
    const { username = `member${++this.#members}`, firstName = "Dana", ...others } = options;
    const { lastName = "Reed", role = "alumni", cadreCode, ...more } = others;
    const { profile, isConfirmed = false, ...browser } = more;
    const visitor = await this.visitor(browser);
    const email = `${username}@example.edu`;
    const person = { username, firstName, lastName, role, cadreCode, email, password };
    const { id } = await this.post(visitor, "/api/register", person);
    if (profile !== undefined) await this.publish(visitor, profile);
    if (isConfirmed) await this.confirmAddress(visitor, username);
    return { id, username, visitor, page: await visitor.newPage() };
  }

  /** Signs an existing member in, in a new browser. */
  async signIn(username: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const visitor = await this.visitor(options);
    await this.post(visitor, "/api/login", { username, password });
    return visitor;
  }

  /** Opens another browser in which a member is signed in. */
  async again({ visitor }: Member, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return await this.visitor({ ...options, storageState: await visitor.storageState() });
  }

  /** Calls the API. @throws When it refuses. */
  async post(visitor: BrowserContext, path: string, data: unknown = {}) {
    const answer = await visitor.request.post(path, { headers: { Origin: this.origin }, data });
    if (!answer.ok()) throw new Error(await answer.text());
    return await answer.json().catch(() => ({}));
  }

  /** Creates a profile for the signed-in member. */
  async publish(visitor: BrowserContext, profile: Readonly<Record<string, unknown>> = {}) {
    const fields = { classYear: "2014", rank: "CPT", armyBranch: "Infantry", mos: "11A" };
    const primaryEmail = "someone@example.com";
    await this.post(visitor, "/api/profile", { ...fields, primaryEmail, ...profile });
  }

  /** Confirms the signed-in member's address by the mailed link. */
  async confirmAddress(visitor: BrowserContext, username: string): Promise<void> {
    const link = new URL(await this.mailedLink(`${username}@example.edu`, "/verify-email"));
    await this.submit(visitor, "/verify-email", { token: link.searchParams.get("token") ?? "" });
  }

  /** Registers a cadet who asks this member for help; resolves with the id of the request. */
  async askedOf(memberId: string): Promise<string> {
    const name = { firstName: "Casey", lastName: "Nguyen" };
    const { visitor } = await this.member({ ...name, role: "cadet", isConfirmed: true });
    const note = "How did you choose your branch, and would you choose it again?";
    const id = await this.ask(visitor, { memberId, note });
    await visitor.close();
    return id;
  }

  /** Asks someone for help; resolves with the id of the request. */
  async ask(visitor: BrowserContext, request: Readonly<Record<string, string>>): Promise<string> {
    return (await this.submit(visitor, "/connections/new", request)).split("/").at(-1) ?? "";
  }

  /** Posts an action on a conversation's page. */
  async act(visitor: BrowserContext, id: string, action: string, more = {}): Promise<void> {
    await this.submit(visitor, `/connections/${id}`, { action, ...more });
  }

  /** Posts a form without opening its page. @returns Where it leads. @throws When it is refused. */
  async submit(visitor: BrowserContext, path: string, form: Readonly<Record<string, string>>) {
    const headers = { Origin: this.origin };
    const answer = await visitor.request.post(path, { headers, form, maxRedirects: 0 });
    if (answer.status() >= 400) throw new Error(await answer.text());
    return answer.headers().location ?? "";
  }

  /** Invites people as the first staff member, from a table in CSV with a header. */
  async invite(table: string): Promise<void> {
    const { request } = await this.staff();
    const headers = { Origin: this.origin };
    const file = { name: "invited.csv", mimeType: "text/csv", buffer: Buffer.from(table) };
    for (const sent of [{ multipart: { file } }, { form: { does: "start" } }]) {
      const answer = await request.post("/program/import", { headers, ...sent, maxRedirects: 0 });
      if (answer.status() !== 303) throw new Error(await answer.text());
    }
  }

  /** Saves a form of the program's settings, as the first staff member. */
  async setAsStaff(form: Readonly<Record<string, string>>): Promise<void> {
    await this.submit(await this.staff(), "/program/settings", form);
  }

  /** The first staff member, Stan. */
  async staff(): Promise<BrowserContext> {
    return this.#staff ??= await this.#firstStaff();
  }

  /** Registered with the link that the start printed. */
  async #firstStaff(): Promise<BrowserContext> {
    const token = new URL(await this.firstStaffLink()).searchParams.get("token") ?? "";
    const names = { firstName: "Stan", lastName: "Reed", username: "stan" };
    const visitor = await this.visitor();
    const form = { token, ...names, email: "stan@example.edu", password };
    await this.submit(visitor, "/first-staff", form);
    return visitor;
  }

  /** The mails to this address, newest first. */
  async mailsTo(address: string): Promise<readonly ParsedMail[]> {
    return await mailsIn(join(this.#folder, "outbox"), address);
  }

  /** The link of the newest mail with this text, once there are that many. */
  async mailedLink(address: string, words: string, count = 1): Promise<string> {
    for (let tries = 0; tries < 300; tries++) {
      const mails = await this.mailsTo(address);
      const texts = mails.flatMap(({ text }) => text?.includes(words) ? [text] : []);
      const links = texts[0]?.match(/https?:\S+/g) ?? [];
      if (texts.length === count) return links.find((link) => link.includes(words)) ?? links[0]!;
      await delay(100);
    }
    throw new Error(`No mail to ${address} has "${words}"`);
  }

  /** Makes all sessions as old as an hour. */
  async passAnHour(): Promise<void> {
    const url = `file:${join(this.#folder, "alumni.db")}`;
    const database = await openDatabase({ url, durability: "normal" });
    await passwordGivenLongAgo({ database });
    database.close();
  }

  async #admin(...args: readonly string[]): Promise<void> {
    const environment = { DATA_DIR: this.#folder, APP_ENV: "production" };
    const { code, stdout, stderr } = await runAdmin(args, { environment });
    if (code !== 0) throw new Error(stdout + stderr);
  }
}

/** A stage that is open during a file's tests. */
export function stageForTests(options: StageOptions = {}): Stage {
  const stage = new Stage(options);
  beforeAll(() => stage.open(), 180_000);
  afterAll(() => stage.close());
  return stage;
}
