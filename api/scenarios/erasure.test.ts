import { cp } from "node:fs/promises";
import { expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { addPicture, password, send, sessionIn } from "../testing/calls.ts";
import { filesBelow } from "../testing/files.ts";
import { aPdf } from "../testing/pictures.ts";
import { productForTest } from "../testing/product-for-test.ts";

/** Words that are only in this test's data, one for each place that could keep a trace. */
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
  "a deleted account leaves no byte in the data folder or the log",
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
  },
);

const start = (folder: string) => productForTest({ DATA_DIR: folder });

/** Digests of names claimed in the log. */
async function claimsIn(folder: string): Promise<string[]> {
  const rows = await (await databaseIn(folder, "alumni.db")).read("SELECT digest FROM claims");
  return rows.map(({ digest }) => String(digest));
}

/** Files below a folder that contain a text in any case. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const files = await filesBelow(folder);
  return files.filter(({ bytes }) => bytes.toLowerCase().includes(text.toLowerCase()))
    .map(({ path }) => path);
}
