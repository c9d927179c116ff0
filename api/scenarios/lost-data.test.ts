import { createHash } from "node:crypto";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tmpdir } from "node:os";
import { openDatabase } from "../../events/store/database.ts";
import { openEvents } from "../../events/open.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { register } from "../../events/testing/members.ts";
import { parseEnvironment } from "../config/env.ts";
import { isLost } from "../node/lost-data.ts";
import { openStores } from "../node/stores.ts";

const cause = { actorId: "test", correlationId: "test" };
const environmentOf = (folder: string) => parseEnvironment({ DATA_DIR: folder }, () => "");

/** Opens a data folder like a start, which creates files, or like a command. Closes it again. */
async function open(folder: string, mayMake?: "makes", names: string[] = []) {
  const stores = await openStores(environmentOf(folder), { mayMake: mayMake !== undefined });
  try {
    const now = () => new Date();
    const opened = await openEvents({ ...stores, now, newId: () => crypto.randomUUID() });
    for (const name of names) {
      const person = register({ username: name, email: `${name}@example.com` });
      await opened.members.execute(crypto.randomUUID(), person, cause);
    }
    await stores.database.truncateWriteAheadLog();
  } finally {
    stores.close();
  }
}

async function addObjects(folder: string) {
  const pictures = join(folder, "objects", "pictures", crypto.randomUUID());
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, "x.webp"), "a picture");
}

/** Every file with its content, except SQLite's temporary files beside a database. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, createHash("sha256").update(await readFile(path)).digest("hex")];
    })),
  );
}

/** A copy without SQLite's files beside a database, which are empty and removed by the last close. */
const copyOf = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (path) => !/-(wal|shm)$/.test(path) });

/** An installation, an earlier copy of it, and another installation. */
let now = "";
let before = "";
let other = "";

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "alumni-lost-"));
  [now, before, other] = [join(folder, "now"), join(folder, "before"), join(folder, "other")];
  await open(now, "makes", ["pat", "kim"]);
  await addObjects(now);
  await copyOf(now, before);
  await open(now, undefined, ["lee", "sam"]);
  await open(other, "makes", ["ann", "bob"]);
  return () => rm(folder, { recursive: true, force: true });
});

const damages = {
  missing: (path: string) => rm(path, { recursive: true }),
  empty: (path: string) => truncate(path),
  garbage: (path: string) => writeFile(path, "this is something else, and long enough to be read"),
  half: async (path: string) => await truncate(path, (await readFile(path)).length >> 1),
  "another's": (path: string) => cp(path.replace(/^.*(?=\/)/, place(other, path)), path),
  "a folder": async (path: string) => {
    await rm(path, { recursive: true });
    await mkdir(path);
  },
  "a file": async (path: string) => {
    await rm(path, { recursive: true, force: true });
    await writeFile(path, "a file");
  },
  "another product's": async (path: string) => {
    await rm(path);
    await written(path, "CREATE TABLE notes (text TEXT)");
  },
  "a newer version's": (path: string) =>
    written(path, "INSERT INTO migrations VALUES ('9999-later', '2026-11-29T00:00:00.000Z')"),
  "of before": (path: string) => rename(path, path.replace("alumni.db", "events.db")),
  older: (path: string) => cp(path.replace(/^.*(?=\/)/, place(before, path)), path),
};
async function written(path: string, sql: string) {
  const database = await openDatabase({ url: `file:${path}`, durability: "full" });
  await database.write([{ sql }]);
  await database.truncateWriteAheadLog();
  database.close();
}
const place = (folder: string, path: string) =>
  join(folder, path.includes("/secrets/") ? "secrets" : "");

const missing = /DATABASE_URL: the database .*alumni.db is missing or empty, .*admin -- restore/;
const opens = undefined;

/** The error of a start, and of a command if it differs. */
const row = (
  name: string,
  damage: keyof typeof damages,
  start?: RegExp,
  command = start,
) => ({ name, damage, start, command });

const rows = [
  row("alumni.db", "missing", missing),
  row("alumni.db", "empty", missing),
  row("alumni.db", "garbage", /DATABASE_URL: .*alumni.db/),
  row("alumni.db", "another's", /SECRET_FILE: .*another secret/),
  row("alumni.db", "older", opens),
  row("alumni.db", "another product's", /alumni.db is no database of this product/),
  row("alumni.db", "a newer version's", /step "9999-later".* start the version that wrote it/),
  row("alumni.db", "of before", /events.db is of an earlier version.* move the folder away/),
  row("secrets/secret", "missing", /SECRET_FILE: .*secret is missing/),
  row("secrets/secret", "empty", /SECRET_FILE: in .*secret, there is no line/),
  row("secrets/secret", "garbage", /SECRET_FILE: in .*secret, line 1 doesn't begin/),
  row("secrets/secret", "half", /SECRET_FILE: in .*secret, there is no line/),
  row("secrets/secret", "another's", /SECRET_FILE: .*another secret/),
  row("alumni.db", "a folder", /DATABASE_URL: .*alumni.db can't be opened/),
  row("secrets", "a file", /SECRET_FILE: .*secret isn't a file/),
  row("secrets/secret", "a folder", /SECRET_FILE: .*secret isn't a file/),
  row("objects", "missing", opens),
];

describe("a data folder", () => {
  it.each(rows)(
    "whose $name is $damage: is reported in one line, and nothing is created or changed",
    async ({ name, damage, start, command }) => {
      const folder = join(await temporaryFolder(), "data");
      await copyOf(now, folder);
      await damages[damage](join(folder, name));
      const left = await contentOf(folder);
      const resultOf = async (mayMake?: "makes") =>
        await open(folder, mayMake).catch((error) => error);
      const byCommand = await resultOf();
      if (command === undefined) expect(byCommand).toBeUndefined();
      else expect([byCommand?.name, byCommand?.message]).toEqual(refused(command));
      if (command !== undefined) expect(await contentOf(folder)).toEqual(left);
      const byStart = await resultOf("makes");
      if (start === undefined) return expect(byStart).toBeUndefined();
      expect([byStart?.name, byStart?.message]).toEqual(refused(start));
      expect(await contentOf(folder)).toEqual(left);
    },
  );

  it("whose database is cut in half loses nothing more by a start", async () => {
    const folder = join(await temporaryFolder(), "data");
    await copyOf(now, folder);
    await damages.half(join(folder, "alumni.db"));
    const left = await contentOf(folder);
    await open(folder).catch(() => {});
    await open(folder, "makes").catch(() => {});
    expect(Object.keys(await contentOf(folder))).toEqual(Object.keys(left));
  });

  it("with a mistyped name is created only by a start", async () => {
    const folder = join(await temporaryFolder(), "mistyped");
    await expect(open(folder)).rejects.toThrow(`there is no database in ${folder}`);
    await expect(readdir(folder)).rejects.toThrow();
    await mkdir(folder);
    await expect(open(folder)).rejects.toThrow("so this command has nothing");
    expect(await readdir(folder)).toEqual([]);
    await open(folder, "makes");
    await open(folder);
  });

  it.each([
    "data/secrets/secret",
    "data/in-use",
    "data/erasures",
  ])("that has only %s isn't a first start", async (trace) => {
    const folder = await temporaryFolder();
    await mkdir(dirname(join(folder, trace)), { recursive: true });
    await writeFile(join(folder, trace), "something");
    const left = await contentOf(folder);
    await Promise.all([
      expect(open(join(folder, "data"), "makes")).rejects.toThrow(missing),
      expect(open(join(folder, "data"))).rejects.toThrow(missing),
    ]);
    expect(await contentOf(folder)).toEqual(left);
  });

  it("continues a first start that was killed at any point", async () => {
    const whole = await temporaryFolder();
    const { database, close } = await openStores(environmentOf(whole), { mayMake: true });
    await database.truncateWriteAheadLog();
    close();
    // In the order of their creation. Then the secret is noted in the database.
    const made = ["alumni.db", "secrets/secret"];
    for (let count = 0; count <= made.length; count++) {
      const folder = await temporaryFolder();
      for (const name of made.slice(0, count)) {
        await cp(join(whole, name), join(folder, name), { recursive: true });
      }
      if (count > 0) await written(join(folder, "alumni.db"), "DELETE FROM secrets");
      await open(folder, "makes");
      await open(folder);
    }
  });
});

describe("lost data", () => {
  const trace = "secrets/secret";

  it.each(
    [
      ["nothing, at a first start", "none", [], false],
      ["the database, beside any trace", "none", [trace], true],
      ["nothing, before anybody registered", "empty", [trace], false],
      ["nothing, where people are", "filled", [trace], false],
    ] as const,
  )("is %s", (_, content, traces, lost) => {
    expect(isLost({ content, traces })).toBe(lost);
  });
});

/** An error that starts and commands print as it is, without a stack. */
function refused(message: RegExp) {
  return [
    expect.stringMatching(/^(EnvironmentError|DatabaseUnfit|DatabaseDamaged)$/),
    expect.stringMatching(message),
  ];
}
