import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeIdentity } from "../config/identities.ts";
import { runAdminHere } from "../testing/admin.ts";
import { type MailServer, startMailServer } from "../testing/mail-server.ts";
import { highLimits, type RunningProduct, startProduct } from "../testing/process.ts";
import { audit } from "./audit.ts";
import { inspect } from "./inspect.ts";
import { auditMail } from "./mails.ts";
import { giveOrder, importMap, isCarriedOut } from "./orders.ts";
import { NoAnswer } from "./requests.ts";
import { nameOf, type Point, steps, type Trigger } from "./steps.ts";
import { work } from "./work.ts";
import { World } from "./world.ts";

/** Well above the time that people need to reach any point. */
const reachTimeoutMs = 60_000;

/** Kills the product on one data folder at named points, restarts it, and checks its promises. */
export class CrashRun {
  readonly world: World;
  readonly #orders: string;
  readonly #running = new Set<RunningProduct>();
  #product: RunningProduct | undefined;

  private constructor(
    readonly folder: string,
    readonly mailServer: MailServer,
    readonly secret: string,
    seed: number,
  ) {
    this.world = new World(join(folder, "data"), seed, mailServer);
    this.#orders = join(folder, "orders.json");
  }

  /**
   * @param seed People do the same things in the same order, as far as processes allow.
   * @param where The parent of the data folder.
   */
  static async open(seed: number, where = tmpdir()): Promise<CrashRun> {
    const folder = await mkdtemp(join(where, "alumni-connect-crash-"));
    const { identity } = await makeIdentity();
    return new CrashRun(folder, await startMailServer(), identity, seed);
  }

  /** Starts one more process on the folder. People's requests are divided among the running ones. */
  async start(): Promise<RunningProduct> {
    const started = await startProduct(this.#environment(), { choices: highLimits, importMap });
    this.#product = started;
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
    this.world.origins = [...this.#running].map(({ origin }) => origin);
    if (this.world.reader === undefined) await this.world.registerReader(started.origin);
    return started;
  }

  /** Checks everything through the product and in the data folder. */
  async inspectAll(): Promise<void> {
    await inspect(this.world);
    await audit(this.world);
    // Checks the log, and that names and read tables follow from it.
    await this.#expectSuccess("verify");
  }

  /** Works until the product dies at a point, restarts it, and checks everything. */
  async killAt(point: Point): Promise<void> {
    this.world.at = nameOf(point);
    const product = this.#product ?? await this.start();
    const [, , trigger] = steps[point.step];
    try {
      await giveOrder(this.#orders, { ...point, occurrence: 1 + this.world.random.int(2) });
      await this.#workUntilEnded(product.ended, trigger);
      if (!isCarriedOut(this.#orders)) {
        this.world.fail(`it never reached "${nameOf(point)}"`);
        await product.stop("SIGKILL");
        await rm(this.#orders, { force: true });
      }
      await product.ended;
      await this.start();
      await this.inspectAll();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.world.fail(`it stopped by itself:\n${this.#product?.written().slice(-2000)}`);
      await this.start();
    }
  }

  /** Waits for mails, and rebuilds the read tables, which must change nothing. */
  async end(): Promise<void> {
    this.world.at = "at the end";
    await auditMail(this.world);
    await this.#expectSuccess("rebuild");
    await this.inspectAll();
  }

  /** Ends everything and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((one) => one.stop("SIGKILL")));
    await this.mailServer.close();
    if (this.world.failures.length === 0) await rm(this.folder, { recursive: true, force: true });
  }

  #environment() {
    return {
      DATA_DIR: this.world.folder,
      SECRET: this.secret,
      CRASH_ORDERS: this.#orders,
      SMTP_URL: `smtp://127.0.0.1:${this.mailServer.port}`,
      MAIL_FROM: "alumni@example.edu",
    };
  }

  async #expectSuccess(command: "verify" | "rebuild"): Promise<void> {
    const environment = this.#environment();
    const { code, stdout, stderr } = await runAdminHere([command], { environment });
    if (code !== 0) this.world.fail(`${command} ended with code ${code}: ${stdout}${stderr}`);
  }

  async #workUntilEnded(ended: Promise<unknown>, wanted: Trigger) {
    const untilMs = Date.now() + reachTimeoutMs;
    let hasEnded = false;
    void ended.then(() => hasEnded = true);
    await work(this.world, { wanted, until: () => hasEnded || Date.now() > untilMs });
  }
}
