import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLibsqlLog } from "../../events/log/libsql.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { createEmbeddedSearch } from "../../search/embedded/embedded.ts";
import { noFilters } from "../../search/profile-search.ts";
import { createSnapshots } from "../node/snapshots.ts";
import { someProfile } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";

async function given() {
  const snapshotPath = join(await temporaryFolder(), "search", "index.snapshot");
  const app = await appForTest({ snapshotPath });
  const jane = await app.member({ firstName: "Zebulon" });
  await jane.post("/api/profile", { ...someProfile, location: "Zanzibar", bio: "Zither" });
  const other = await app.member();
  await other.post("/api/profile", someProfile);
  await app.saveIndex();
  expect((await stat(snapshotPath)).mode & 0o777).toBe(0o600);

  const log = await openLibsqlLog(app.databases.events, Date.now);
  async function load(instead: { readonly log?: Pick<typeof log, "read"> } = {}) {
    const search = createEmbeddedSearch();
    const path = snapshotPath;
    const position = await createSnapshots({
      path,
      search,
      log,
      readModel: app.readModel,
      ...instead,
    }).load();
    const everyone = { text: "", filters: noFilters, sort: "recent", offset: 0 } as const;
    return { position, total: (await search.find({ ...everyone, limit: 0 })).total };
  }

  return { app, jane, snapshotPath, log, load };
}

const isThere = (path: string) => stat(path).then(() => true, () => false);

describe("the index snapshot", () => {
  it("fills an index, at the position of the read tables", async () => {
    const { app, load } = await given();
    expect(await load()).toEqual({ position: await app.readModel.position(), total: 2 });
  });

  it("is built again where a folder is in its place, or a file in the place of its folder", async () => {
    const { snapshotPath, load } = await given();
    await rm(snapshotPath);
    await mkdir(snapshotPath);
    expect(await load()).toEqual({ position: 0, total: 0 });
    await rm(dirname(snapshotPath), { recursive: true });
    await writeFile(dirname(snapshotPath), "a file");
    expect(await load()).toEqual({ position: 0, total: 0 });
  });

  it.each<[string, "patch" | "delete", string, unknown]>([
    ["hidden", "patch", "/api/profile", { isVisible: false }],
    ["not shared", "patch", "/api/profile", { sharedFields: { location: false } }],
    ["deleted", "delete", "/api/profile", undefined],
    ["erased", "delete", "/api/account", undefined],
  ])("is gone before it is answered that something is %s", async (_, method, path, body) => {
    const { app, jane, snapshotPath } = await given();
    const answer = await jane.send(method.toUpperCase(), path, body === undefined ? {} : { body });
    expect(answer.ok).toBe(true);
    expect(await isThere(snapshotPath)).toBe(false);
    await app.saveIndex();
    expect((await readFile(snapshotPath, "latin1")).toLowerCase()).not.toContain("zanzibar");
  });

  it("is not used when the log or the read tables are others, and is removed then", async () => {
    const anotherLog = await given();
    const log = {
      async read(options: Parameters<typeof anotherLog.log.read>[0]) {
        const events = await anotherLog.log.read(options);
        return events.map((event) => ({ ...event, hash: "another" }));
      },
    };
    expect(await anotherLog.load({ log })).toEqual({ position: 0, total: 0 });
    expect(await isThere(anotherLog.snapshotPath)).toBe(false);

    const rolledBack = await given();
    const nothing = { log: { read: async () => [] } };
    expect(await rolledBack.load(nothing)).toEqual({ position: 0, total: 0 });

    const rebuilt = await given();
    await rebuilt.app.readModel.rebuild();
    expect(await rebuilt.load()).toEqual({ position: 0, total: 0 });
  });

  it("is written again only when something has changed", async () => {
    const { app, jane, snapshotPath } = await given();
    const { mtimeMs } = await stat(snapshotPath);
    await app.saveIndex();
    expect((await stat(snapshotPath)).mtimeMs).toBe(mtimeMs);
    await jane.patch("/api/profile", { bio: "Other" });
    await app.saveIndex();
    expect((await stat(snapshotPath)).mtimeMs).not.toBe(mtimeMs);
  });
});
