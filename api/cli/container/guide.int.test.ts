import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { identityLines } from "../../config/identities.ts";
import { addPicture, password, send, sessionIn, signUp } from "../../testing/calls.ts";
import { anImage } from "../../testing/pictures.ts";
import { fileInRoot } from "./testing/compose-file.ts";
import { type GuideBlock, guideBlocks } from "./testing/guide.ts";
import { givenRelease, image, product, trustProxy } from "./testing/release.ts";

// The guide's own commands in real containers: .ci/container makes the image, and an engine to run them in.

const skipped = image === "" ? " (skipped: .ci/container runs it)" : "";
/** What only other machines can run, by a word of it. */
const elsewhere = [
  "restic",
  // Without containers: machine.int.test.ts.
  "npm ci",
  "install -d -o alumni",
  "systemctl",
  // People that only a program knows.
  "NAME",
];

it.skipIf(skipped !== "")(
  `The guide's commands install, back up, restore, change the secret and upgrade${skipped}`,
  { timeout: 1_200_000 },
  async () => {
    const { folder, run, left, set, shell } = await givenFolder();
    expect(await run("Look at it first", 0, "up -d")).toBe("");
    expect(await run("Look at it first", 0, "seed")).toMatch(/with the password/);
    await run("Look at it first", 0, "compose ps");
    await run("Look at it first", 0, "down -v");

    const [backups = ""] = /^ +BACKUPS=.*$/m.exec(fileInRoot("OPERATING.md")) ?? [];
    await set(backups.trim());
    for (const step of [1, 2, 3]) await run("Install", step);
    const before = identityLines(await run("Install", 4));
    await trustProxy(shell);
    const { pathname, search } = new URL(
      /https:\S+first-staff\?token=[\w.-]+/.exec(await run("Install", 5))?.[0] ?? "",
    );
    expect((await send(product, "GET", pathname + search)).status).toBe(200);

    const pat = await signUp(product, "pat");
    const picture = await addPicture(product, pat, new Uint8Array(await anImage()));
    const seen = async (cookie: string) => {
      const answer = await send(product, "GET", picture, { cookie });
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    };
    const there = await seen(pat.cookie);
    expect(there.status).toBe(200);

    await run("Bigger");

    const printed = await run("Change the secret");
    expect(identityLines(secretsIn(printed))).toEqual([...before, expect.any(String)]);
    await writeFile(join(folder, "secret"), secretsIn(printed));
    await trustProxy(shell);

    await run("Backup");
    await run("Upgrade");
    // Another machine.
    await run("Look at it first", 0, "down -v");
    await run("Restore");
    await trustProxy(shell);
    const body = { username: "pat", password };
    const login = await send(product, "POST", "/api/login", { body });
    expect(login.status).toBe(200);
    expect(await seen(sessionIn(login))).toEqual(there);

    await run("Try it once before you need it");
    expect(left()).toEqual([]);
  },
);

/** The lines with secrets of what commands printed. */
function secretsIn(printed: string): string {
  return printed.split("\n").filter((line) => line.startsWith("AGE-SECRET-KEY-")).join("\n");
}

/** A release, in whose folder the guide's commands are typed. */
async function givenFolder() {
  const release = await givenRelease();
  const blocks = guideBlocks().filter(({ language, text }) =>
    language === "sh" && !elsewhere.some((word) => text.includes(word))
  );
  const done = new Set<GuideBlock>();
  return {
    ...release,
    /** Runs a section's blocks, or those of one of its steps, or those with a word; returns what they print. */
    async run(section: string, step?: number, word = "") {
      const asked = blocks.filter((block) =>
        block.section === section && (step ?? block.step) === block.step &&
        block.text.includes(word)
      );
      expect(asked.length, `${section} ${step}`).toBeGreaterThan(0);
      let said = "";
      for (const block of asked) {
        said += await release.shell(block.text);
        done.add(block);
      }
      return said;
    },
    left: () => blocks.filter((block) => !done.has(block)).map(({ text }) => text),
  };
}
