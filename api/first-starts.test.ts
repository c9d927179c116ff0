import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { parseEnvironment } from "./env.ts";
import { loadSecrets } from "./secrets.ts";

/** Happens while a start waits for the answer that a file is missing. */
let meanwhile: (() => Promise<void>) | undefined;

vi.mock("node:fs/promises", async (importOriginal) => {
  const files = await importOriginal<typeof import("node:fs/promises")>();
  const readFile = async (path: string, encoding: "utf8") => {
    try {
      return await files.readFile(path, encoding);
    } catch (error) {
      const happens = meanwhile;
      meanwhile = undefined;
      await happens?.();
      throw error;
    }
  };
  return { ...files, readFile };
});

it("takes no database of another first start for one whose secret is lost", async () => {
  const environment = parseEnvironment({ DATA_DIR: await temporaryFolder() }, () => "");
  let others: Awaited<ReturnType<typeof loadSecrets>> | undefined;
  meanwhile = async () => {
    others = await loadSecrets(environment);
    for (const name of ["vault.db", "events.db"]) {
      await writeFile(join(environment.dataDir, name), "");
    }
  };
  const { kek, claimKey } = await loadSecrets(environment);
  expect({ kek, claimKey }).toEqual({ kek: others?.kek, claimKey: others?.claimKey });
});
