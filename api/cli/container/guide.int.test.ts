import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { identityLines } from "../../config/identities.ts";
import { addPicture, password, send, sessionIn, signUp } from "../../testing/calls.ts";
import { anImage } from "../../testing/pictures.ts";
import { fileInRoot } from "./testing/compose-file.ts";
import { type GuideBlock, guideBlocks } from "./testing/guide.ts";
import { givenRelease, image, missingImages, product, trustProxy } from "./testing/release.ts";

// Runs the guide's commands in real containers. .ci/container makes the image, and an engine to run them.

const skipped = image === "" ? " (skipped: .ci/container runs it)" : "";
const hasLitestream = !missingImages.some((name) => name.startsWith("litestream/"));
/** Blocks that only other machines can run, recognized by a word. */
const elsewhere = [
  // Covered by machine.int.test.ts, without containers.
  "npm ci",
  "install -d -o alumni",
  "systemctl",
  // Needs a program's own list of people.
  "NAME",
  ...hasLitestream ? [] : ["--profile litestream"],
];
const backups = "/mnt/backups/alumni";
const slowly = { timeout: 60_000, interval: 500 };

it.skipIf(skipped !== "")(
  `The guide's commands install, back up, restore, change the secret, rehearse and upgrade${skipped}`,
  { timeout: 1_800_000 },
  async () => {
    const { folder, run, left, set, shell } = await givenFolder();
    expect(await run("Look at it first", 0, "up -d")).toBe("");
    expect(await run("Look at it first", 0, "seed")).toMatch(/with the password/);
    await run("Look at it first", 0, "compose ps");
    await run("Look at it first", 0, "down -v");

    const linkIn = (printed: string) =>
      /https:\S+first-staff\?token=[\w.-]+/.exec(printed)?.[0] ?? "";
    expect(fileInRoot("OPERATING.md")).toContain(`   BACKUPS=${backups}\n`);
    await run("Install", 1);
    await set(`BACKUPS=${backups}`);
    for (const step of [2, 3]) await run("Install", step);
    await trustProxy(shell);
    const { pathname, search } = new URL(linkIn(await run("Install", 4)));
    expect((await send(product, "GET", pathname + search)).status).toBe(200);

    const pat = await signUp(product, "pat");
    const picture = await addPicture(product, pat, new Uint8Array(await anImage()));
    const seen = async (cookie: string) => {
      const answer = await send(product, "GET", picture, { cookie });
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    };
    const there = await seen(pat.cookie);
    expect(there.status).toBe(200);
    const logIn = (username: string, at = product) =>
      send(at, "POST", "/api/login", { body: { username, password } });

    await run("Bigger");
    await run("Backup and restore");
    await run("Upgrade");

    const secrets = async () =>
      identityLines(await shell("docker compose exec -T api cat /secrets/secret"));
    const before = await secrets();
    await run("The secret");
    const [, secret = ""] = await secrets();
    expect(await secrets()).toEqual([...before, secret]);
    await writeFile(join(folder, "secret.txt"), `${secret}\n`);
    await trustProxy(shell);
    await run("Backup and restore");
    const newest = (await readdir(backups)).filter((name) => name.endsWith(".age")).sort().at(-1) ??
      "";
    const typesSecret = (text: string) =>
      text.replace("exec api", "exec -T api").replace("latest", "latest < secret.txt");
    expect(await run("Restore", 0, "check-backup", typesSecret))
      .toContain("This backup can be restored");

    await set("COMPOSE_PROFILES=litestream");
    await run("For the last second", 0, /^docker compose up -d\n$/);
    await vi.waitFor(() => signUp(product, "sam"), slowly);
    // Litestream copies within a second.
    await new Promise((resolve) => setTimeout(resolve, 5000));

    // Two other machines.
    await run("Look at it first", 0, "down -v");
    await set("COMPOSE_PROFILES=");
    for (const step of [2, 3]) await run("Install", step);
    await trustProxy(shell);
    await restoreInBrowser(linkIn(await run("Install", 4)), { from: newest, secret });
    const login = await logIn("pat");
    expect(login.status).toBe(200);
    expect(await seen(sessionIn(login))).toEqual(there);
    expect((await logIn("sam")).status).toBe(401);
    if (hasLitestream) {
      await run("For the last second", 0, "--profile litestream");
      expect((await logIn("sam")).status).toBe(200);
      expect(await seen(sessionIn(await logIn("pat")))).toEqual(there);
    }
    await run("When something is wrong", 0, "secret.txt");

    await run("Look at it first", 0, "down -v");
    await run("Install", 2);
    const named = /alumni-2026\S+\.age/;
    await run("Restore", 0, "admin restore", (text) => {
      expect(text).toMatch(named);
      return text.replace(named, `${newest} --yes < secret.txt`);
    });
    await trustProxy(shell);
    expect(await seen(sessionIn(await logIn("pat")))).toEqual(there);

    await run("Restore", 0, "cp -r");
    const inRehearsal = (commands: string) => shell(`cd ../rehearsal; ${commands}`);
    const settings = guideBlocks().find(({ text }) => text.includes("PROJECT_NAME=rehearsal"));
    const overlays = "COMPOSE_FILE=docker-compose.yml:missing.yml";
    await writeFile(
      join(folder, "../rehearsal/.env"),
      `${await readFile(join(folder, ".env"), "utf8")}\nBACKUPS=\n${settings?.text}${overlays}\n`,
    );
    await inRehearsal("docker compose up -d");
    await trustProxy(inRehearsal);
    const link = linkIn(await inRehearsal("docker compose logs api"));
    const file = new File([await readFile(join(backups, newest))], newest);
    await restoreInBrowser(link, { file, secret });
    expect((await logIn("pat", new URL(link))).status).toBe(200);
    await inRehearsal("docker compose down -v --timeout 1");
    expect(left()).toEqual([]);
  },
);

interface Typed {
  /** A backup in `BACKUPS`, or an uploaded one. */
  readonly from?: string;
  readonly file?: File;
  readonly secret: string;
}

/** Restores a backup on the pages of the first start's link, like a browser without script. */
async function restoreInBrowser(link: string, { from = "", file, secret }: Typed): Promise<void> {
  const { origin, searchParams } = new URL(link);
  const token = searchParams.get("token") ?? "";
  const at = { origin };
  const page = async (path: string) => {
    const answer = await send(at, "GET", path);
    return `${answer.status} ${answer.headers.get("location")} ${await answer.text()}`;
  };
  const form = new FormData();
  for (const [name, text] of Object.entries({ token, from, secret })) form.append(name, text);
  form.append("file", file ?? new File([], ""));
  const sent = await send(at, "POST", "/restore/backup", { body: form });
  expect(`${sent.status} ${sent.status === 303 ? "" : await sent.text()}`).toBe("303 ");
  const path = `/restore?token=${encodeURIComponent(token)}`;
  await vi.waitFor(
    async () => expect(await page(path)).toContain('data-restore="checked"'),
    slowly,
  );
  const started = await send(at, "POST", "/restore", { body: { token, does: "start" } });
  expect(started.status).toBe(303);
  await vi.waitFor(
    async () => expect(await page("/restored")).toContain("Your directory is back"),
    slowly,
  );
}

const same = (text: string) => text;

/** A release whose folder is the guide's working directory. */
async function givenFolder() {
  const release = await givenRelease();
  const blocks = guideBlocks().filter(({ language, text }) =>
    language === "sh" && !elsewhere.some((word) => text.includes(word))
  );
  const done = new Set<GuideBlock>();
  return {
    ...release,
    /** Runs a section's blocks, those of one step, or those with a word. Returns their output. */
    async run(section: string, step?: number, word: string | RegExp = "", typed = same) {
      const asked = blocks.filter((block) =>
        block.section === section && (step ?? block.step) === block.step &&
        block.text.match(word) !== null
      );
      expect(asked.length, `${section} ${step}`).toBeGreaterThan(0);
      let output = "";
      for (const block of asked) {
        output += await release.shell(typed(block.text));
        done.add(block);
      }
      return output;
    },
    left: () => blocks.filter((block) => !done.has(block)).map(({ text }) => text),
  };
}
