import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdmin } from "../../testing/admin.ts";
import { productFolder } from "../../testing/process.ts";
import { fileInRoot } from "./testing/compose-file.ts";

// The commands of the guide, with a stand-in for Docker that runs the same programs on the same environment.

const [, guide = ""] = fileInRoot("OPERATING.md").split("## Rotate the key-encryption key\n");
const [section = ""] = guide.split("\n## ");
/** The commands of each step, as an operator pastes them. */
const guideSteps = section.split(/\n\d\. /).map((step) =>
  [...step.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines).join("\n")
);
const docker = `#!/bin/sh
for last; do :; done
case "$2" in
  run) exec "$DENO" run -A api/operations/container/rotate-key.ts "$last" "$SECRETS" ;;
  exec)
    while [ "$1" != admin ] && [ "$1" != cat ]; do shift; done
    [ "$1" = cat ] && exec cat "$SECRETS/kek"
    shift
    [ "$1" = doctor ] || exec "$DENO" run -A api/operations/tasks/admin.ts "$@" ;;
esac
`;

/** The secrets that a first start makes. */
async function givenSecrets() {
  const folder = await temporaryFolder();
  const secrets = join(folder, "secrets");
  await mkdir(secrets);
  for (const name of ["kek", "claim-key"]) {
    const secret = `${randomBytes(32).toString("base64")}\n`;
    await writeFile(join(secrets, name), secret, { mode: 0o400 });
  }
  await writeFile(join(folder, "docker"), docker, { mode: 0o755 });
  const environment = (previous = "") => ({
    DATA_DIR: join(folder, "data"),
    KEK_FILE: join(secrets, "kek"),
    CLAIM_KEY_FILE: join(secrets, "claim-key"),
    KEK_PREVIOUS_FILE: previous && join(secrets, previous),
  });

  return {
    secrets,
    first: await readFile(join(secrets, "kek"), "utf8"),
    read: (name: string) => readFile(join(secrets, name), "utf8"),
    names: async () => (await readdir(secrets)).sort(),
    /** What is in every file. */
    all: async () =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(secrets)).map(async (
            name,
          ) => [name, await readFile(join(secrets, name), "utf8")]),
        ),
      ),
    /** Does a step of the guide; `previous` is what `.env` names then. */
    async step(number: number, previous = ""): Promise<string> {
      const { stdout, stderr } = await new Deno.Command("bash", {
        args: ["-c", guideSteps[number] ?? ""],
        cwd: productFolder,
        env: {
          ...environment(previous),
          PATH: [folder, process.env.PATH].join(delimiter),
          DENO: Deno.execPath(),
          SECRETS: secrets,
          NO_COLOR: "1",
        },
      }).output();
      return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    },
    async seed() {
      const seed = ["seed", "--profiles", "2", "--no-pictures"];
      expect(await runAdmin(seed, { environment: environment() })).toMatchObject({ code: 0 });
    },
    /** Whether the key alone opens all that is in the vault. */
    async verify() {
      const { code } = await runAdmin(["verify"], { environment: environment() });
      return code === 0;
    },
  };
}

describe("rotating the key-encryption key by the guide", { timeout: 120_000 }, () => {
  it("puts a new key in the place of the old one, also when each step is repeated", async () => {
    const { step, secrets, read, names, first, seed, verify } = await givenSecrets();
    await seed();
    for (const _ of ["once", "again"]) await step(1, "kek-new");
    const next = await read("kek-new");
    expect(await read("kek")).toBe(first);
    expect((await stat(join(secrets, "kek-new"))).mode & 0o777).toBe(0o400);
    expect(await step(2, "kek-old")).toMatch(/Encrypted [1-9]\d* keys/);
    expect(await step(2, "kek-old")).toContain("Encrypted 0 keys");
    expect([await read("kek"), await read("kek-old")]).toEqual([next, first]);
    expect(await step(3)).toBe(next);
    for (const _ of ["once", "again"]) await step(4);
    expect(await names()).toEqual(["claim-key", "kek"]);
    expect(await read("kek")).toBe(next);
    expect(next).not.toBe(first);
    expect(await verify()).toBe(true);
    await step(1, "kek-new");
    expect([next, first]).not.toContain(await read("kek-new"));
  });

  it("loses nothing when the first step is skipped", async () => {
    const { step, all } = await givenSecrets();
    const before = await all();
    expect(await step(2, "kek-old")).toContain("There is no new key. Do step 1 first.");
    expect(await all()).toEqual(before);
  });

  it("loses nothing when the second step is interrupted, and can be repeated", async () => {
    const { step, secrets, read, all, first } = await givenSecrets();
    await step(1, "kek-new");
    const next = await read("kek-new");
    // The current key cannot be written now: as if the machine stopped before that.
    await mkdir(join(secrets, "kek.unfinished/in-the-way"), { recursive: true });
    await step(2, "kek-old");
    await rm(join(secrets, "kek.unfinished"), { recursive: true });
    expect(await all()).toMatchObject({ kek: first, "kek-old": first, "kek-new": next });
    // An unfinished file of an interrupted step does no harm.
    await writeFile(join(secrets, "kek.unfinished"), "half", { mode: 0o400 });
    await step(2, "kek-old");
    expect(await all()).toEqual({
      "claim-key": await read("claim-key"),
      kek: next,
      "kek-old": first,
      "kek-new": next,
    });
  });

  it("refuses a damaged new key", async () => {
    const { step, secrets, all } = await givenSecrets();
    await writeFile(join(secrets, "kek-new"), "");
    const before = await all();
    expect(await step(2, "kek-old")).toContain("kek-new doesn't hold a key of 32 bytes");
    expect(await all()).toEqual(before);
  });

  it("keeps the old key while the vault or the service needs it", async () => {
    const { step, all, names, seed, verify } = await givenSecrets();
    await seed();
    await step(1, "kek-new");
    const made = await all();
    expect(await step(4)).toContain("The new key isn't in use yet. Do step 2 first.");
    expect(await all()).toEqual(made);
    // A second step whose last command was left out: with the new key alone nothing opens.
    const last = guideSteps[2] ?? "";
    guideSteps[2] = last.replace(/ &&\s+docker compose exec .*/, "");
    await step(2, "kek-old");
    guideSteps[2] = last;
    const swapped = await all();
    for (const previous of ["", "kek-old"]) {
      expect(await step(4, previous)).toContain("didn't say that the old key is no longer needed");
      expect(await all()).toEqual(swapped);
    }
    expect(await step(2, "kek-old")).toMatch(/Encrypted [1-9]\d* keys/);
    expect(await step(4, "kek-old")).toContain("KEK_PREVIOUS is still set");
    expect(await all()).toEqual(swapped);
    await step(4);
    expect(await names()).toEqual(["claim-key", "kek"]);
    expect(await verify()).toBe(true);
  });

  it("begins no rotation before the last one is finished", async () => {
    const { step, all } = await givenSecrets();
    await step(1, "kek-new");
    await step(2, "kek-old");
    const swapped = await all();
    expect(await step(1, "kek-new")).toContain(
      "The last rotation isn't finished. Do step 4 first.",
    );
    expect(await all()).toEqual(swapped);
  });
});
