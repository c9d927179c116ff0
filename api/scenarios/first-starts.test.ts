import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { parseEnvironment } from "../config/env.ts";
import { openStores } from "../node/stores.ts";

/** Runs when a start finds that a file is missing. */
let otherStart: (() => Promise<void>) | undefined;

vi.mock("node:fs/promises", async (importOriginal) => {
  const files = await importOriginal<typeof import("node:fs/promises")>();
  const readFile = async (path: string, encoding: "utf8") => {
    try {
      return await files.readFile(path, encoding);
    } catch (error) {
      const happens = otherStart;
      otherStart = undefined;
      await happens?.();
      throw error;
    }
  };
  return { ...files, readFile };
});

it("uses the secrets of another first start that finished in between", async () => {
  const environment = parseEnvironment({ DATA_DIR: await temporaryFolder() }, () => "");
  const start = async () => {
    const { secrets: { kek, claimKey }, close } = await openStores(environment, { mayMake: true });
    close();
    return { kek, claimKey };
  };
  let others: Awaited<ReturnType<typeof start>> | undefined;
  otherStart = async () => {
    others = await start();
  };
  const own = await start();
  expect(others).toBeDefined();
  expect(own).toEqual(others);
});
