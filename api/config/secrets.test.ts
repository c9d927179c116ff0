import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDatabase, temporaryFolder } from "../../events/testing/database.ts";
import { openSchema } from "../../events/store/schema.ts";
import { changeSecret } from "../../events/store/secrets.ts";
import { parseEnvironment } from "./env.ts";
import { EnvironmentError } from "./environment-error.ts";
import { makeIdentity } from "./identities.ts";
import { addIdentity } from "./secret-file.ts";
import { loadSecrets } from "./secrets.ts";

const environmentIn = (folder: string, more: Record<string, string> = {}) =>
  parseEnvironment({ DATA_DIR: folder, ...more }, () => "");

/** An empty database, and a function that loads its secret. */
async function given() {
  const database = await temporaryDatabase();
  await openSchema(database);
  const environment = environmentIn(await temporaryFolder());
  return {
    database,
    environment,
    load: (asked = environment, mayMake = true) => loadSecrets(asked, database, { mayMake }),
  };
}

describe("loadSecrets", () => {
  it("creates the secret on the first start, and finds it again", async () => {
    const { environment, load } = await given();
    const { made, ...first } = await load();
    expect(made).toEqual([join(environment.dataDir, "secrets", "secret")]);
    expect((await stat(made[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(first.claimKey).not.toEqual(first.kek);
    expect(await load(environment, false)).toEqual({ ...first, made: [] });
  });

  it("has one secret after several simultaneous first starts", async () => {
    const { environment, load } = await given();
    const starts = await Promise.all(Array.from({ length: 10 }, () => load()));
    for (const { identity, claimKey } of starts) {
      expect({ identity, claimKey })
        .toEqual({ identity: starts[0]?.identity, claimKey: starts[0]?.claimKey });
    }
    expect(await readdir(join(environment.dataDir, "secrets"))).toEqual(["secret"]);
  });

  it("creates none if it is configured", async () => {
    const { environment: { dataDir }, load } = await given();
    const { identity } = await makeIdentity();
    expect(await load(environmentIn(dataDir, { SECRET: identity })))
      .toMatchObject({ identity, made: [] });
    await expect(stat(join(dataDir, "secrets"))).rejects.toThrow();
  });

  it("uses the configured secret that the database names", async () => {
    const { database, environment, load } = await given();
    const first = await load();
    const second = await makeIdentity();
    await addIdentity(environment.secretFile, second.identity);
    expect(await load()).toEqual({ ...first, made: [] });
    const { kek: from, claimKey } = first;
    await changeSecret(database, { from, to: second.kek, claimKey, now: new Date() });
    expect(await load()).toMatchObject({ identity: second.identity, claimKey });
    const SECRET = `${first.identity}\n${second.identity}`;
    expect(await load(environmentIn(environment.dataDir, { SECRET })))
      .toMatchObject({ identity: second.identity, claimKey });
  });

  it("refuses another secret, and creates none for existing data", async () => {
    const { environment, load } = await given();
    const { identity } = await load();
    await rm(environment.secretFile);
    await expect(load()).rejects.toThrow(
      /SECRET_FILE: .*secret is missing, but .* was written with it/,
    );
    expect(await readdir(join(environment.dataDir, "secrets"))).toEqual([]);
    const other = await makeIdentity();
    await writeFile(environment.secretFile, other.identity);
    const refused = await load().catch((error) => error);
    expect(refused).toBeInstanceOf(EnvironmentError);
    expect(refused.message).toContain(`in ${environment.secretFile} is another secret`);
    const inVariable = load(environmentIn(environment.dataDir, { SECRET: other.identity }));
    await expect(inVariable).rejects.toThrow("SECRET: it is another secret");
    for (const secret of [identity, other.identity]) expect(refused.message).not.toContain(secret);
  });

  it("creates none for people's data that doesn't name its secret", async () => {
    const { database, environment } = await given();
    const loaded = loadSecrets(environment, database, { mayMake: true, isFilled: true });
    await expect(loaded).rejects.toThrow(EnvironmentError);
    expect(await readdir(environment.dataDir)).toEqual([]);
  });
});
