/**
 * Kills the product at named points, starts it again on what is left, and looks whether that is what
 * it had promised.
 *
 * @module
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, runAdmin } from "../testing/admin.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { NotStarted, type RunningProduct, startProduct } from "../testing/process.ts";
import { audit } from "./audit.ts";
import { inspect, signAllIn } from "./inspect.ts";
import { auditMail } from "./mails.ts";
import { giveOrder, importMap, isObeyed } from "./orders.ts";
import { NoAnswer, request } from "./requests.ts";
import { nameOf, type Point, steps } from "./steps.ts";
import { hasTalk, letTimePass } from "./talks.ts";
import { work } from "./work.ts";
import { fail, newWorld, readerAccount, registerReader, type World } from "./world.ts";

/** One data folder under torture. */
export interface Torture {
  readonly world: World;
  /** Starts one more process on the folder. People's requests are divided among the running ones. */
  start(): Promise<RunningProduct>;
  /** Looks at everything, as people see it and in the folder itself. */
  lookAround(): Promise<void>;
  /**
   * Brings the product to a point, where it dies; starts it again, and looks at everything.
   *
   * @returns How many acknowledged changes were looked at for the first time.
   */
  killAt(point: Point): Promise<number>;
  /** Waits for mails, verifies the log, and rebuilds the read tables, which must change nothing. */
  end(): Promise<void>;
  /** Ends everything and removes the folder. */
  close(): Promise<void>;
}

/** People reach every point long before. */
const reachedWithinMs = 60_000;
/** After so many days requests have expired. */
const weeks = 15;
/** A few actions of each, so that there is something to lose. */
const warmUpMs = 150;

/**
 * @param seed People do the same things in the same order, as far as processes allow.
 * @param where The folder to make others in; that of temporary files without it.
 */
export async function openTorture(seed: number, where = tmpdir()): Promise<Torture> {
  const folder = await mkdtemp(join(where, "alumni-connect-torture-"));
  const mailServer = await startMailServer();
  const world = newWorld(join(folder, "data"), seed, mailServer);
  const orders = join(folder, "orders.json");
  const keks = [await keyFile(folder, "kek-0"), await keyFile(folder, "kek-1")];
  const running = new Set<RunningProduct>();
  let product: RunningProduct | undefined;

  const environmentOf = (dataDir: string) => ({
    DATA_DIR: dataDir,
    ERASURE_LEDGER: join(folder, "erasures"),
    TORTURE_ORDERS: orders,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: "alumni@example.edu",
    ...highLimits,
  });
  const environment = () => ({
    ...environmentOf(world.folder),
    KEK_FILE: keks[0] ?? "",
    KEK_PREVIOUS_FILE: keks[1] ?? "",
    TORTURE_DAYS: String(world.daysAhead),
    MESSAGES_KEEP_DAYS: "1",
    ASK_AGAIN_DAYS: "1",
  });

  async function start(): Promise<RunningProduct> {
    const started = await startProduct(environment(), { importMap });
    product = started;
    running.add(started);
    void started.ended.then(() => running.delete(started));
    world.origins = [...running].map(({ origin }) => origin);
    world.reader ??= await registerReader(started.origin);
    return started;
  }

  /** `undefined` when it came to where it is to die before it was ready. */
  async function startedUnlessKilled(): Promise<RunningProduct | undefined> {
    try {
      return await start();
    } catch (error) {
      if (error instanceof NotStarted || error instanceof NoAnswer) return undefined;
      throw error;
    }
  }

  /** Whether the process died where it was told to; the order is taken back otherwise. */
  async function diedAt(point: Point): Promise<boolean> {
    const isDone = isObeyed(orders);
    if (!isDone) {
      await rm(orders, { force: true });
      fail(world, `it never came to "${nameOf(point)}"`);
    }
    return isDone;
  }

  const admin = (...args: string[]) => runAdmin(args, { environment: environment(), importMap });

  async function workUntilGone(point: Point, running: RunningProduct): Promise<void> {
    const { way } = steps[point.step];
    let isOver = false;
    const timer = setTimeout(() => isOver = true, reachedWithinMs);
    void running.ended.then(() => isOver = true);
    await work(world, { ...("doing" in way && { wanted: way.doing }), until: () => isOver });
    clearTimeout(timer);
    if (!isObeyed(orders)) await running.stop("SIGKILL");
    await running.ended;
  }

  async function warmUp(): Promise<void> {
    const until = Date.now() + warmUpMs;
    const { acknowledged } = world;
    // Without a change there would be nothing to write when it stops.
    const isOver = () => Date.now() > until && world.acknowledged > acknowledged;
    await work(world, { wanted: "change the profile", until: isOver });
  }

  async function lookAround(): Promise<void> {
    await inspect(world);
    await audit(world);
  }

  /** A start that is not in the way of others: on an empty folder. */
  async function killFirstStart(point: Point): Promise<void> {
    const data = join(folder, "fresh");
    // A list of erasures says that something was there before.
    const fresh = { ...environmentOf(data), ERASURE_LEDGER: `${data}.erasures` };
    await rm(data, { recursive: true, force: true });
    await rm(fresh.ERASURE_LEDGER, { force: true });
    await giveOrder(orders, { ...point, occurrence: 1 + world.random.below(2) });
    const died = await startProduct(fresh, { importMap }).then(
      async (running) => {
        await running.stop("SIGKILL");
        return "it was ready";
      },
      (error) => error instanceof NotStarted ? undefined : String(error),
    );
    if (died !== undefined) fail(world, `the first start: ${died}`);
    if (!await diedAt(point)) return;
    try {
      const second = await startProduct(fresh, { importMap });
      const answer = await request(second.origin, "POST", "/api/register", { body: readerAccount });
      if (answer.status !== 201) fail(world, `registering was answered with ${answer.status}`);
      await second.stop();
    } catch (error) {
      fail(world, `the start after a first start that was killed: ${(error as Error).message}`);
    }
  }

  async function killCommand(point: Point, command: "rotate-kek" | "rebuild"): Promise<void> {
    await warmUp();
    if (command === "rotate-kek") {
      keks.reverse();
      await product?.stop();
      await start();
    }
    await giveOrder(orders, { ...point, occurrence: 1 });
    let isOver = false;
    const people = work(world, { until: () => isOver });
    const first = await admin(command);
    isOver = true;
    await people;
    // Ended by itself, well or not: then why.
    if (!await diedAt(point)) fail(world, `${command} ended: ${first.stdout}${first.stderr}`);
    await lookAround();
    mustEndWell(world, command, await admin(command));
    await lookAround();
  }

  /** Makes a waiting request and an ended conversation: weeks later one expires, and the other's texts are deleted. */
  async function killByTime(point: Point): Promise<void> {
    for (const is of ["over", "requested"] as const) {
      const until = Date.now() + reachedWithinMs;
      const wanted = is === "requested" ? "ask for help" : "answer a request";
      await work(world, { wanted, until: () => Date.now() > until || hasTalk(world, is) });
    }
    await product?.stop();
    world.daysAhead += weeks;
    await giveOrder(orders, { ...point, occurrence: 1 });
    const ahead = await startedUnlessKilled();
    const timer = setTimeout(() => void ahead?.stop("SIGKILL"), reachedWithinMs);
    await ahead?.ended;
    clearTimeout(timer);
    await diedAt(point);
    const { origin } = await start();
    await signAllIn(world, origin);
    await letTimePass(world, origin);
    await lookAround();
  }

  async function kill(point: Point): Promise<void> {
    const { way } = steps[point.step];
    if (way.by === "first start") return await killFirstStart(point);
    if (way.by === "command") return await killCommand(point, way.command);
    if (way.by === "time") return await killByTime(point);
    const current = product ?? await start();
    await giveOrder(orders, { ...point, occurrence: 1 + world.random.below(2) });
    await workUntilGone(point, current);
    await diedAt(point);
    await start();
    await lookAround();
  }

  return {
    world,
    start,
    lookAround,
    async killAt(point) {
      world.at = nameOf(point);
      if (product === undefined) await start();
      try {
        await kill(point);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        fail(world, `it went away by itself:\n${product?.written().slice(-2000)}`);
        await start();
      }
      const { acknowledged } = world;
      world.acknowledged = 0;
      return acknowledged;
    },
    async end() {
      world.at = "at the end";
      await auditMail(world);
      mustEndWell(world, "verify", await admin("verify"));
      mustEndWell(world, "rebuild", await admin("rebuild"));
      mustEndWell(world, "verify", await admin("verify"));
      await lookAround();
    },
    async close() {
      await Promise.all([...running].map((one) => one.stop("SIGKILL")));
      await mailServer.close();
      if (world.failures.length === 0) await rm(folder, { recursive: true, force: true });
    },
  };
}

function mustEndWell(world: World, command: string, { code, stdout, stderr }: Ended): void {
  if (code !== 0) fail(world, `${command} ended with code ${code}: ${stdout}${stderr}`);
}

async function keyFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const key = crypto.getRandomValues(new Uint8Array(32));
  await writeFile(path, Buffer.from(key).toString("base64"), { mode: 0o600 });
  return path;
}

/** People here do in a minute what others do in a year. */
export const highLimits = Object.fromEntries(
  [
    "CHANGES_PER_MEMBER",
    "CONTACTS_PER_DAY",
    "FAILED_LOGINS_PER_ACCOUNT",
    "MAILS_PER_RECIPIENT",
    "MESSAGES_PER_MEMBER",
    "OPEN_REQUESTS",
    "REQUESTS_PER_WEEK",
    "FAILED_LOGINS_PER_ADDRESS",
    "GUESSES_PER_ACCOUNT",
    "PROFILES_PER_HOUR",
    "REGISTRATIONS_PER_ADDRESS",
    "RESET_MAILS_PER_RECIPIENT",
    "RESET_REQUESTS_PER_ADDRESS",
    "TAKEN_NAMES",
    "UPLOADS_PER_MEMBER",
    "VERIFICATION_MAILS",
  ].map((name) => [`LIMIT_${name}`, "1000000"]),
);
