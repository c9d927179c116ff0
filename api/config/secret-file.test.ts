import { link, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { makeIdentity } from "./identities.ts";
import { addIdentity, makeSecretFile, readIdentities } from "./secret-file.ts";

const newPath = async () => join(await temporaryFolder(), "secrets", "secret");
const namesIn = (path: string) => readdir(join(path, ".."));
const secretsIn = async (path: string) =>
  (await readIdentities(path))?.map(({ identity }) => identity);

describe("the file with the secret", () => {
  it("is made once, readable only for its owner", async () => {
    const path = await newPath();
    expect(await readIdentities(path)).toBeUndefined();
    const made = await Promise.all(Array.from({ length: 10 }, () => makeSecretFile(path)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await secretsIn(path)).toHaveLength(1);
    expect(await namesIn(path)).toEqual(["secret"]);
  });

  it("gets each further line once, and keeps its content", async () => {
    const path = await newPath();
    await makeSecretFile(path);
    const before = await readFile(path, "utf8");
    const { identity } = await makeIdentity();
    for (let time = 0; time < 2; time++) await addIdentity(path, identity);
    expect(await readFile(path, "utf8")).toMatch(new RegExp(`^${before}#[^]*${identity}\n$`));
    expect(await secretsIn(path)).toHaveLength(2);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await namesIn(path)).toEqual(["secret"]);
  });

  it("is made by the first line that is added", async () => {
    const path = await newPath();
    const { identity } = await makeIdentity();
    await addIdentity(path, identity);
    expect(await secretsIn(path)).toEqual([identity]);
  });

  it("has no second name after a killed start", async () => {
    const path = await newPath();
    await makeSecretFile(path);
    await link(path, `${path}.${crypto.randomUUID()}`);
    await writeFile(`${path}.old`, "kept by someone");
    await readIdentities(path);
    expect((await namesIn(path)).toSorted()).toEqual(["secret", "secret.old"]);
  });
});
