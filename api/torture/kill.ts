import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAdmin, runAdminHere } from "../testing/admin.ts";
import { type MailServer, startMailServer } from "../testing/mail-server.ts";
import { highLimits, NotStarted, type RunningProduct, startProduct } from "../testing/process.ts";
import { audit } from "./audit.ts";
import { inspect } from "./inspect.ts";
import { auditMail } from "./mails.ts";
import { giveOrder, importMap, isObeyed } from "./orders.ts";
import { NoAnswer, request } from "./requests.ts";
import { type ActionName, nameOf, type Point, steps } from "./steps.ts";
import { work } from "./work.ts";
import { readerAccount, World } from "./world.ts";

/** People reach every point long before. */
const reachedWithinMs = 60_000;

/** One data folder: kills the product on it at named points, starts it again, and checks what it had promised. */
export class Torture {
  readonly world: World;
  readonly #orders: string;
  readonly #running = new Set<RunningProduct>();
  #product: RunningProduct | undefined;

  private constructor(
    readonly folder: string,
    readonly mailServer: MailServer,
    readonly keks: string[],
    seed: number,
  ) {
    this.world = new World(join(folder, "data"), seed, mailServer);
    this.#orders = join(folder, "orders.json");
  }

  /**
   * @param seed People do the same things in the same order, as far as processes allow.
   * @param where The folder to make others in.
   */
  static async open(seed: number, where = tmpdir()): Promise<Torture> {
    const folder = await mkdtemp(join(where, "alumni-connect-torture-"));
    const keks = [join(folder, "kek-0"), join(folder, "kek-1")];
    for (const path of keks) {
      const key = crypto.getRandomValues(new Uint8Array(32)).toBase64();
      await writeFile(path, key, { mode: 0o600 });
    }
    return new Torture(folder, await startMailServer(), keks, seed);
  }

  /** Starts one more process on the folder. People's requests are divided among the running ones. */
  async start(): Promise<RunningProduct> {
    const started = await startProduct(this.#environment(), { importMap });
    this.#product = started;
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
    this.world.origins = [...this.#running].map(({ origin }) => origin);
    if (this.world.reader === undefined) await this.world.registerReader(started.origin);
    return started;
  }

  /** Looks at everything, as people see it and in the folder itself. */
  async lookAround(): Promise<void> {
    await inspect(this.world);
    await audit(this.world);
    // The log, and whether names and read tables are those that follow from it.
    const environment = this.#environment();
    await this.#mustEndWell("verify", runAdminHere(["verify"], { environment }));
  }

  /** Brings the product to a point, where it dies; starts it again, and looks at everything. */
  async killAt(point: Point): Promise<void> {
    this.world.at = nameOf(point);
    const product = this.#product ?? await this.start();
    try {
      const [, , way] = steps[point.step];
      if (way === "first start") return await this.#killFirstStart(point);
      if (way === "rotate-kek" || way === "rebuild") return await this.#killCommand(point, way);
      await giveOrder(this.#orders, { ...point, occurrence: 1 + this.world.random.int(2) });
      await this.#workUntil(product.ended, way);
      if (!isObeyed(this.#orders)) await product.stop("SIGKILL");
      await product.ended;
      await this.#mustHaveDied(point);
      await this.start();
      await this.lookAround();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.world.fail(`it went away by itself:\n${this.#product?.written().slice(-2000)}`);
      await this.start();
    }
  }

  /** Waits for mails, verifies the log, and rebuilds the read tables, which must change nothing. */
  async end(): Promise<void> {
    this.world.at = "at the end";
    await auditMail(this.world);
    for (const command of ["verify", "rebuild"]) await this.#mustEndWell(command);
    await this.lookAround();
  }

  /** Ends everything and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((one) => one.stop("SIGKILL")));
    await this.mailServer.close();
    if (this.world.failures.length === 0) await rm(this.folder, { recursive: true, force: true });
  }

  #environmentOf(dataDir: string) {
    return {
      DATA_DIR: dataDir,
      ERASURE_LEDGER: `${dataDir}.erasures`,
      TORTURE_ORDERS: this.#orders,
      SMTP_URL: `smtp://127.0.0.1:${this.mailServer.port}`,
      MAIL_FROM: "alumni@example.edu",
      ...highLimits,
    };
  }

  #environment() {
    return {
      ...this.#environmentOf(this.world.folder),
      KEK_FILE: this.keks[0] ?? "",
      KEK_PREVIOUS_FILE: this.keks[1] ?? "",
      ASK_AGAIN_DAYS: "1",
    };
  }

  #admin(command: string) {
    return runAdmin([command], { environment: this.#environment(), importMap });
  }

  async #mustEndWell(command: string, run = this.#admin(command)): Promise<void> {
    const { code, stdout, stderr } = await run;
    if (code !== 0) this.world.fail(`${command} ended with code ${code}: ${stdout}${stderr}`);
  }

  /** Whether the process died where it was told to; otherwise the order is withdrawn. */
  async #mustHaveDied(point: Point): Promise<boolean> {
    const hasDied = isObeyed(this.#orders);
    if (!hasDied) this.world.fail(`it never came to "${nameOf(point)}"`);
    await rm(this.#orders, { force: true });
    return hasDied;
  }

  async #workUntil(ended: Promise<unknown>, wanted?: ActionName) {
    let isOver = false;
    const timer = setTimeout(() => isOver = true, reachedWithinMs);
    void ended.then(() => isOver = true);
    await work(this.world, { wanted, until: () => isOver });
    clearTimeout(timer);
  }

  /** A first start on an empty folder of its own. */
  async #killFirstStart(point: Point): Promise<void> {
    const { world } = this;
    const data = join(this.folder, "fresh");
    const environment = this.#environmentOf(data);
    // A list of erasures says that something was there before.
    await rm(data, { recursive: true, force: true });
    await rm(environment.ERASURE_LEDGER, { force: true });
    await giveOrder(this.#orders, { ...point, occurrence: 1 + world.random.int(2) });
    try {
      await (await startProduct(environment, { importMap })).stop("SIGKILL");
      world.fail("the first start: it was ready");
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
    }
    if (!await this.#mustHaveDied(point)) return;
    try {
      const second = await startProduct(environment, { importMap });
      const answer = await request(second.origin, "POST", "/api/register", { body: readerAccount });
      if (answer.status !== 201) world.fail(`registering was answered with ${answer.status}`);
      await second.stop();
    } catch (error) {
      world.fail(`the start after a killed first start: ${(error as Error).message}`);
    }
  }

  /** A command beside the service, while people use it. */
  async #killCommand(point: Point, command: "rotate-kek" | "rebuild"): Promise<void> {
    const { acknowledged } = this.world;
    // Without a change there would be nothing to write when it stops.
    const until = () => this.world.acknowledged > acknowledged;
    await work(this.world, { wanted: "change the profile", until });
    if (command === "rotate-kek") {
      this.keks.reverse();
      await this.#product?.stop();
      await this.start();
    }
    await giveOrder(this.#orders, { ...point, occurrence: 1 });
    const first = this.#admin(command);
    await this.#workUntil(first);
    const { stdout, stderr } = await first;
    if (!await this.#mustHaveDied(point)) {
      this.world.fail(`${command} ended: ${stdout}${stderr}`);
    }
    await this.lookAround();
    await this.#mustEndWell(command);
    await this.lookAround();
  }
}
