/**
 * A program with backups and restores, for tests of these commands.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { temporaryFolder } from "../../events/testing/database.ts";
import { makeIdentity } from "../config/identities.ts";
import { confirmedForMinutes } from "../contract/limits.ts";
import type { Choices } from "../main.ts";
import { runAdminHere } from "./admin.ts";
import { addPicture, password, send, type SignedUp, signUp } from "./calls.ts";
import { filesBelow } from "./files.ts";
import { aPhoto } from "./pictures.ts";
import { productForTest } from "./product-for-test.ts";

/** Shared by all tests of a process, so that their files are valid for each other. */
const { identity: SECRET } = await makeIdentity();

/** A product with a secret outside its data folder, and its backup folder. */
export async function aProgram() {
  const folder = await temporaryFolder();
  const environment = {
    DATA_DIR: join(folder, "data"),
    SECRET,
    BACKUPS: join(folder, "backups"),
  };
  const out = environment.BACKUPS;
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runAdminHere(args, { environment: { ...environment, ...more } });
  return {
    folder,
    environment,
    out,
    run,
    async start(more: Readonly<Record<string, string>> = {}, choices?: Choices) {
      return await productForTest({ ...environment, ...more }, { choices });
    },
    backUp: () => run(["backup"]),
    /** The oldest backup. */
    restore: () => restoreOldest(out, environment),
    loseData: () => rm(environment.DATA_DIR, { recursive: true }),
  };
}

/** Backups of a data folder, beside it. */
export function backupsOf({ from, SECRET }: { readonly from: string; readonly SECRET: string }) {
  return {
    backUp: () => runAdminHere(["backup"], { environment: { DATA_DIR: from, SECRET } }),
    restore: (to: string) => restoreOldest(`${from}.backups`, { DATA_DIR: to, SECRET }),
  };
}

async function restoreOldest(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const [oldest = ""] = (await readdir(folder)).filter((name) => name.endsWith(".age")).sort();
  const { code, stderr } = await runAdminHere(["restore", oldest, "--yes"], {
    environment: { ...environment, BACKUPS: folder },
  });
  if (code !== 0) throw new Error(stderr);
}

export type Program = Awaited<ReturnType<typeof aProgram>>;
type Running = Awaited<ReturnType<Program["start"]>>;

/** @returns The status of the answer. */
export async function logIn(product: Running, { username }: Pick<SignedUp, "username">) {
  return (await send(product, "POST", "/api/login", { body: { username, password } })).status;
}

/** Half of the time for which their registration proves who they are: a test has the other half. */
const keptForMs = confirmedForMinutes * 60_000 / 2;
let kept: { readonly made: ReturnType<typeof makeFiles>; readonly untilMs: number } | undefined;

/** Adds Pat, who has a picture, and Kim, and stops the product. */
export async function withPatAndKim(program: Program) {
  const { DATA_DIR } = program.environment;
  if (existsSync(DATA_DIR)) return await signUpPatAndKim(program);
  const now = performance.now();
  if (kept === undefined || kept.untilMs < now) {
    kept = { made: makeFiles(), untilMs: now + keptForMs };
  }
  const { files, people } = await kept.made;
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(DATA_DIR, path)), { recursive: true });
    await writeFile(join(DATA_DIR, path), bytes, { encoding: "latin1", mode: 0o600 });
  }
  return people;
}

/** The files of a data folder with Pat and Kim. Kept, because making them takes longer than most tests. */
async function makeFiles() {
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
