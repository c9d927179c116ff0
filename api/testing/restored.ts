/**
 * Restores a backup into an empty app, and opens an app on the result.
 *
 * @module
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { expect, onTestFinished } from "vitest";
import type { RestoreState } from "../features/program/restore.ts";
import { identitiesIn } from "../config/identities.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import type { Program } from "./program.ts";
import { join } from "node:path";
import { makeBackup } from "./backup-file.ts";

/** Makes a backup of an app. */
export async function backUpApp(
  { database, objects, secrets }: Pick<TestApp, "database" | "objects" | "secrets">,
  { madeAt = new Date() }: { readonly madeAt?: Date } = {},
): Promise<string> {
  const [own] = await identitiesIn(secrets.identity);
  const pictures: Record<string, Uint8Array> = {};
  for await (const { key } of objects.list("pictures/")) {
    const found = await objects.read(key);
    if (found !== undefined) pictures[key] = await new Response(found.body).bytes();
  }
  return await makeBackup(database, {
    recipient: own!.recipient,
    about: { madeAt: madeAt.toISOString() },
    objects: pictures,
  });
}

/** @returns The path of a program's only backup. */
export async function backUpProgram(program: Program): Promise<string> {
  const { code, stderr } = await program.backUp();
  if (code !== 0) throw new Error(stderr);
  const names = (await readdir(program.out)).filter((name) => name.endsWith(".age"));
  return join(program.out, names[0] ?? "");
}

export async function bodyOf(file: string): Promise<ReadableStream<Uint8Array>> {
  return new Blob([new Uint8Array(await readFile(file))]).stream();
}

/** Resolves with the state once reading or restoring has ended. */
export async function stateAfter({ product: { restore } }: Pick<TestApp, "product">) {
  const isUnderWay = ({ is }: RestoreState) => is === "reading" || is === "restoring";
  await expect.poll(() => isUnderWay(restore.state())).toBe(false);
  return restore.state();
}

/** @param file A backup of the app with these secrets. */
export async function restoredApp(
  file: string,
  secrets: TestApp["secrets"],
  options: TestAppOptions = {},
) {
  const empty = await createTestApp(options);
  const { restore } = empty.product;
  await restore.receive(await bodyOf(file), undefined);
  await restore.check({ file: "uploaded", secret: secrets.identity });
  expect(await stateAfter(empty)).toMatchObject({ is: "checked" });
  await restore.start();
  const { check, replace } = await empty.replacing;
  await check();
  await empty.settled();
  expect(await empty.database.endWriteAheadLog()).toBe(true);
  empty.database.close();
  await replace();
  const app = await createTestApp({ ...options, beside: { folder: empty.folder, secrets } });
  onTestFinished(async () => {
    await app.close();
    await rm(app.folder, { recursive: true });
  });
  return app;
}
