import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { runAdminHere } from "../testing/admin.ts";
import { addPicture, password, send, sessionIn, signUp } from "../testing/calls.ts";
import { filesBelow } from "../testing/files.ts";
import { aPdf } from "../testing/pictures.ts";
import { productForTest } from "../testing/product-for-test.ts";

/** Found nowhere but in what this test writes; one for each place that something could be left in. */
const mark = (field: string) => `Zanzibar${field}`;
const texts = ["mos", "industry", "company", "jobTitle", "location", "bio", "phoneNumber"];
const lists = ["expertise", "armySchools", "previousPositions"];
const account = {
  username: mark("username"),
  email: `${mark("email")}@example.com`,
  firstName: mark("first"),
  lastName: mark("last"),
};
const profile = {
  classYear: `2005 ${mark("year")}`,
  rank: "CPT",
  armyBranch: "Aviation",
  primaryEmail: `${mark("primary")}@example.com`,
  secondaryEmail: `${mark("secondary")}@example.com`,
  linkedinUrl: `https://linkedin.com/in/${mark("linkedin")}`,
  ...Object.fromEntries(texts.map((name) => [name, mark(name)])),
  ...Object.fromEntries(lists.map((name) => [name, [mark(name)]])),
};

it(
  "a deleted account is in no byte of the data folder, or of what was logged",
  async () => {
    const folder = await temporaryFolder();
    const product = await start(folder);
    const body = { ...account, password, role: "cadre" };
    const answer = await send(product, "POST", "/api/register", { body });
    expect(answer.status).toBe(201);
    const cookie = sessionIn(answer);
    const created = await send(product, "POST", "/api/profile", { cookie, body: profile });
    expect(created.status).toBe(201);
    const changes = { bio: `${mark("bio")} again` };
    const changed = await send(product, "PATCH", "/api/profile", { cookie, body: changes });
    expect(changed.status).toBe(200);
    await addPicture(product, { cookie }, new Uint8Array(aPdf(`/Title (${mark("document")})`)));
    const found = await send(product, "GET", `/api/directory?search=${mark("bio")}`, { cookie });
    expect((await found.json()).total).toBe(1);
    await product.stop();
    expect(await filesWith(folder, "Zanzibar")).not.toEqual([]);
    const backup = await temporaryFolder();
    await cp(folder, backup, { recursive: true });
    const claims = await claimsIn(backup);
    expect(claims).toHaveLength(2);

    const again = await start(folder);
    expect((await send(again, "DELETE", "/api/account", { cookie })).status).toBe(204);
    expect(await filesWith(folder, "Zanzibar")).toEqual([]);
    for (const digest of claims) expect(await filesWith(folder, digest)).toEqual([]);
    await again.stop();
    expect(await filesWith(folder, "Zanzibar")).toEqual([]);
    expect(again.written() + product.written()).not.toContain("Zanzibar");

    // Yesterday's log beside today's vault: what is in it stays sealed forever.
    await copyLog(backup, folder);
    await expect(start(folder)).rejects.toThrow("has no key for 1 of the members");
  },
  120_000,
);

it("read tables that know more than an older log are rebuilt from it by a start", async () => {
  const [folder, before] = [await temporaryFolder(), await temporaryFolder()];
  const product = await start(folder);
  const first = await signUp(product, "first");
  await product.stop();
  await copyLog(folder, before);
  const later = await start(folder);
  await signUp(later, "later");
  await later.stop();
  await copyLog(before, folder);
  const environment = { DATA_DIR: folder };
  expect((await runAdminHere(["doctor"], { environment })).stdout).toMatch(
    /^FAIL +read tables +they are at position \d+ of another log than this one/m,
  );
  expect((await runAdminHere(["verify"], { environment })).stderr).toContain("npm run rebuild");
  const shorter = await start(folder);
  expect(shorter.written()).toContain("The read tables were rebuilt");
  await signUp(shorter, "later");
  const { cookie } = first;
  expect((await send(shorter, "GET", "/api/user", { cookie })).status).toBe(200);
  await shorter.stop();
  expect((await runAdminHere(["verify"], { environment })).code).toBe(0);
}, 60_000);

/** By hand: the file, and what SQLite keeps beside it. */
async function copyLog(from: string, to: string) {
  for (const name of ["events.db", "events.db-wal", "events.db-shm"]) {
    await rm(join(to, name), { force: true });
    await cp(join(from, name), join(to, name)).catch(() => {});
  }
}

const start = (folder: string) => productForTest({ DATA_DIR: folder });

/** Digests under which names are claimed in the log. */
async function claimsIn(folder: string): Promise<string[]> {
  const rows = await (await databaseIn(folder, "events.db")).read("SELECT digest FROM claims");
  return rows.map(({ digest }) => String(digest));
}

/** Every file below a folder whose bytes hold a text, in any case. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const files = await filesBelow(folder);
  return files.filter(({ bytes }) => bytes.toLowerCase().includes(text.toLowerCase()))
    .map(({ path }) => path);
}
