import { link, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { parseEnvironment } from "./env.ts";
import { EnvironmentError } from "./environment-error.ts";
import { loadSecrets } from "./secrets.ts";

const environmentIn = (folder: string, more: Record<string, string> = {}) =>
  parseEnvironment({ DATA_DIR: folder, ...more }, () => "");

describe("loadSecrets", () => {
  it("creates missing secrets on the first start, readable only for their owner", async () => {
    const environment = environmentIn(await temporaryFolder());
    const first = await loadSecrets(environment, { mayMake: true });
    expect(first.made).toEqual([
      join(environment.dataDir, "secrets", "kek"),
      join(environment.dataDir, "secrets", "claim-key"),
    ]);
    for (const path of first.made) expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(first.kek).toHaveLength(32);
    expect(first.kek).not.toEqual(first.claimKey);
  });

  it("finds them again on the next start", async () => {
    const environment = environmentIn(await temporaryFolder());
    const { kek, claimKey } = await loadSecrets(environment, { mayMake: true });
    expect(await loadSecrets(environment, { mayMake: true })).toEqual({ kek, claimKey, made: [] });
  });

  it("leaves no second name of a secret by a start that was killed", async () => {
    const environment = environmentIn(await temporaryFolder());
    const { kek } = await loadSecrets(environment, { mayMake: true });
    const folder = join(environment.dataDir, "secrets");
    await link(join(folder, "kek"), join(folder, `kek.${crypto.randomUUID()}`));
    await writeFile(join(folder, "kek.old"), "kept by someone");
    expect((await loadSecrets(environment, { mayMake: true })).kek).toEqual(kek);
    expect((await readdir(folder)).toSorted()).toEqual(["claim-key", "kek", "kek.old"]);
  });

  it("has the same ones, no matter which of several first starts is first", async () => {
    const environment = environmentIn(await temporaryFolder());
    const starts = await Promise.all(
      Array.from({ length: 10 }, () => loadSecrets(environment, { mayMake: true })),
    );
    const [one] = starts;
    for (const { kek, claimKey } of starts) {
      expect({ kek, claimKey }).toEqual({ kek: one?.kek, claimKey: one?.claimKey });
    }
    const folder = join(environment.dataDir, "secrets");
    expect((await readdir(folder)).toSorted()).toEqual(["claim-key", "kek"]);
  });

  it("makes none when they are configured", async () => {
    const folder = await temporaryFolder();
    const configured = { KEK: "0a".repeat(32), CLAIM_KEY: "0b".repeat(32) };
    const { made } = await loadSecrets(environmentIn(folder, configured), { mayMake: true });
    expect(made).toEqual([]);
    await expect(stat(join(folder, "secrets"))).rejects.toThrow();
  });

  it("makes no other secret for a database that was written with one", async () => {
    const environment = environmentIn(await temporaryFolder());
    const isWritten = { "kek": true, "claim-key": false };
    const loaded = loadSecrets(environment, { mayMake: true, isWritten });
    await expect(loaded).rejects.toThrow(EnvironmentError);
    expect(await readdir(environment.dataDir)).toEqual([]);
  });
});
