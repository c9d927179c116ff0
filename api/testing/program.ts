/**
 * A program that backs up and restores, for the tests of these commands.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import type { Choices } from "../main.ts";
import { collectGarbage } from "../node/collect-garbage.ts";
import { runAdminHere } from "./admin.ts";
import { addPicture, password, send, type SignedUp, signUp } from "./calls.ts";
import { filesBelow } from "./files.ts";
import { aPhoto } from "./pictures.ts";
import { productForTest } from "./product-for-test.ts";

/** Shared by all tests of a process, so that what one made is valid for all. */
const secrets = {
  KEK: randomBytes(32).toString("base64"),
  CLAIM_KEY: randomBytes(32).toString("base64"),
};

/**
 * A product whose secrets are outside its data folder, and where its backups go.
 *
 * @param closesFiles Whether each command ends with no file open: for tests that restore over data which a command has
 * opened before. It takes a moment.
 */
export async function aProgram({ closesFiles = false } = {}) {
  const folder = await temporaryFolder();
  const environment = { DATA_DIR: join(folder, "data"), ...secrets, ERASURE_LEDGER: "" };
  const out = join(folder, "backups");
  const vaultOut = join(folder, "vault-backups");
  async function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const ended = await runAdminHere(args, { environment: { ...environment, ...more } });
    if (closesFiles) await closeFilesBelow(folder);
    return ended;
  }
  return {
    folder,
    environment,
    claimKey: secrets.CLAIM_KEY,
    out,
    vaultOut,
    run,
    async start(more: Readonly<Record<string, string>> = {}, choices?: Choices) {
      return await productForTest({ ...environment, ...more }, { choices });
    },
    backUp: () => run(["backup", "--out", out, "--vault-out", vaultOut]),
    restore: (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
      run(["restore", "--from", out, "--vault-from", vaultOut, ...args], more),
    loseData: () => rm(environment.DATA_DIR, { recursive: true }),
  };
}

/** A database's last connection ends when its memory is collected. */
async function closeFilesBelow(folder: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    collectGarbage();
    await setImmediate();
    const names = await readdir("/proc/self/fd");
    // One that was just closed leads nowhere.
    const open = names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ""));
    if (!(await Promise.all(open)).some((path) => path.startsWith(folder))) return;
  }
}

export type Program = Awaited<ReturnType<typeof aProgram>>;
type Running = Awaited<ReturnType<Program["start"]>>;

/** @returns The status of the answer. */
export async function logIn(product: Running, { username }: Pick<SignedUp, "username">) {
  return (await send(product, "POST", "/api/login", { body: { username, password } })).status;
}

let made: ReturnType<typeof makeOnce> | undefined;

/** Pat, with a picture, and Kim, on a product that is stopped again. */
export async function withPatAndKim(program: Program) {
  const { DATA_DIR } = program.environment;
  if (existsSync(DATA_DIR)) return await signUpPatAndKim(program);
  const { files, people } = await (made ??= makeOnce());
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(DATA_DIR, path)), { recursive: true });
    await writeFile(join(DATA_DIR, path), bytes, { encoding: "latin1", mode: 0o600 });
  }
  return people;
}

/** Such a product, after a full backup. */
export async function aBackedUpProgram(options?: Parameters<typeof aProgram>[0]) {
  const program = await aProgram(options);
  const people = await withPatAndKim(program);
  expect((await program.backUp()).code).toBe(0);
  return { program, ...people };
}

/** The files that other data folders begin with: a start and two passwords take longer than most that is tested. */
async function makeOnce() {
  const program = await aProgram();
  const people = await signUpPatAndKim(program);
  const { DATA_DIR } = program.environment;
  const files = (await filesBelow(DATA_DIR))
    .map(({ path, bytes }) => ({ path: relative(DATA_DIR, path), bytes }));
  return { files, people };
}

async function signUpPatAndKim(program: Program) {
  const product = await program.start();
  const pat = await signUp(product, "pat");
  const picture = await addPicture(product, pat, new Uint8Array(await aPhoto()));
  const kim = await signUp(product, "kim");
  await product.stop();
  return { pat, kim, picture };
}

/** Starts the product, erases someone, and stops it again. */
export async function erase(program: Program, { cookie }: SignedUp, environment = {}) {
  const product = await program.start(environment);
  expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
  await product.stop();
}

/** The vault as it lies on the disk. */
export async function keyIds(program: Program): Promise<string> {
  return await readFile(join(program.environment.DATA_DIR, "vault.db"), "latin1");
}
