import { appendFile, copyFile, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { addPicture, password, send, sessionIn, signUp } from "../../testing/calls.ts";
import { anImage } from "../../testing/pictures.ts";
import { productFolder } from "../../testing/process.ts";
import { fileInRoot, overlays, readComposeFile } from "./testing/compose-file.ts";
import { type GuideBlock, guideBlocks } from "./testing/guide.ts";

// The guide's own commands in real containers: .ci/container makes the image, and an engine to run them in.

const image = process.env.CONTAINER_IMAGE ?? "";
const skipped = image === "" ? " (skipped: .ci/container runs it)" : "";
const product = { origin: "https://localhost" };
/** What only other machines can run, by a word of it. */
const elsewhere = [
  "restic",
  // A libSQL server.
  "events-db",
  "/data/events.db",
  // Without containers: machine.int.test.ts.
  "npm ci",
  "/etc/alumni",
  "systemctl",
  // People that only a program knows.
  "NAME",
];

it.skipIf(skipped !== "")(
  `The guide's commands install, back up, restore, rotate the key and upgrade${skipped}`,
  { timeout: 1_200_000 },
  async () => {
    const { folder, run, left, set, shell } = await givenFolder();
    expect(await run("Look at it first", 0, "up -d")).toBe("");
    expect(await run("Look at it first", 0, "seed")).toMatch(/with the password/);
    // What is backed up late is not well.
    const [, ...check] = readComposeFile().services.backup?.healthcheck?.test ?? [];
    await vi.waitFor(() => shell(`docker compose exec -T backup ${check.join(" ")}`), 300_000);
    await run("Look at it first", 0, "compose ps");
    await run("Look at it first", 0, "down -v");

    const [folders = ""] = /^ +BACKUPS=.*\n +VAULT_BACKUPS=.*$/m.exec(fileInRoot("OPERATING.md")) ??
      [];
    for (const line of folders.split("\n")) await set(line.trim());
    for (const step of [1, 2, 3]) await run("Install", step);
    const [kek = "", claimKey = ""] = (await run("Install", 4)).trim().split("\n");
    await writeFile(join(folder, "kek"), kek);
    await writeFile(join(folder, "claim-key"), claimKey);
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
    const before = await seen(pat.cookie);
    expect(before.status).toBe(200);

    await run("Bigger");

    await run("Rotate the key-encryption key", 1, "make");
    await set("KEK_PREVIOUS_FILE=/secrets/kek-new");
    await run("Rotate the key-encryption key", 1, "up");
    await set("KEK_PREVIOUS_FILE=/secrets/kek-old");
    await run("Rotate the key-encryption key", 2);
    const rotated = await run("Rotate the key-encryption key", 3);
    expect(rotated).not.toContain(kek);
    await writeFile(join(folder, "kek"), rotated);
    await set("KEK_PREVIOUS_FILE=");
    await run("Rotate the key-encryption key", 4);

    await run("Backup");
    await run("Upgrade");
    // Another machine.
    await run("Look at it first", 0, "down -v");
    await run("Restore");
    await trustProxy(shell);
    const body = { username: "pat", password };
    const login = await send(product, "POST", "/api/login", { body });
    expect(login.status).toBe(200);
    expect(await seen(sessionIn(login))).toEqual(before);

    await run("Try it once before you need it");
    await run("Without a backup");
    expect(left()).toEqual([]);
  },
);

/** The files of a release, and a shell to type in. */
async function givenFolder() {
  const folder = join(await temporaryFolder(), "alumni-connect");
  await mkdir(folder);
  for (const name of ["docker-compose.yml", ...overlays, "api/operations/container"]) {
    await cp(join(productFolder, name), join(folder, name), { recursive: true });
  }
  await copyFile(join(productFolder, ".env.example"), join(folder, ".env"));
  const missing = Object.entries(readComposeFile().services)
    .filter(([, { image }]) => process.env.MISSING_IMAGES?.split(" ").includes(image))
    .map(([name]) => [name, { profiles: ["missing"] }]);
  await writeFile(
    join(folder, "missing.yml"),
    JSON.stringify({ services: Object.fromEntries(missing) }),
  );
  const set = async (line: string) => await appendFile(join(folder, ".env"), `${line}\n`);
  await set("COMPOSE_FILE=docker-compose.yml:missing.yml");
  if (missing.some(([name]) => name === "search")) await set("SEARCH=embedded");
  const blocks = guideBlocks().filter(({ language, text }) =>
    language === "sh" && !elsewhere.some((word) => text.includes(word))
  );
  const done = new Set<GuideBlock>();
  const shell = async (commands: string) => {
    // A container that does not get well is started again and again.
    const { code, stdout, stderr } = await new Deno.Command("timeout", {
      args: ["300", "bash", "-euo", "pipefail", "-c", commands],
      cwd: folder,
      env: { IMAGE: image },
      stdin: "null",
    }).output();
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    expect({ commands, code, err: code === 0 ? "" : `${out}${err}` })
      .toEqual({ commands, code: 0, err: "" });
    return out ?? "";
  };
  onTestFinished(async () => void await shell("docker compose down -v --timeout 1"));

  return {
    folder,
    /** Runs a section's blocks, or those of one of its steps, or those with a word; returns what they print. */
    async run(section: string, step?: number, word = "") {
      const asked = blocks.filter((block) =>
        block.section === section && (step ?? block.step) === block.step &&
        block.text.includes(word)
      );
      expect(asked.length, `${section} ${step}`).toBeGreaterThan(0);
      let said = "";
      for (const block of asked) {
        said += await shell(block.text);
        done.add(block);
      }
      return said;
    },
    left: () => blocks.filter((block) => !done.has(block)).map(({ text }) => text),
    /** Writes a line of `.env`. */
    set,
    shell,
  };
}

/** Has what the test fetches from the proxy believe the authority that the proxy has made for itself. */
async function trustProxy(shell: (commands: string) => Promise<string>) {
  const path = "/data/caddy/pki/authorities/local/root.crt";
  const caCerts = [await shell(`docker compose exec -T proxy cat ${path}`)];
  const client = Deno.createHttpClient({ caCerts });
  vi.unstubAllGlobals();
  const plain = fetch;
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) => plain(url, { ...init, ...{ client } }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    client.close();
  });
}
