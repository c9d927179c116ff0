import { expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { profileFieldsWith } from "../../events/testing/members.ts";
import { send, signUp } from "../testing/calls.ts";
import { startProduct } from "../testing/process.ts";

/** Leaves the rows of the read tables as a version before this one could have made them. */
async function asMadeEarlier(folder: string, change: string): Promise<void> {
  const read = await databaseIn(folder, "alumni.db");
  await read.write([
    { sql: `UPDATE members SET record = ${change}` },
    { sql: "UPDATE installation SET projection = projection - 1" },
  ]);
  read.close();
}

it("read tables of an earlier version without a field, or with a person whom a stricter rule hides, are not served", async () => {
  const DATA_DIR = await temporaryFolder();
  const before = await startProduct({ DATA_DIR });
  const [kim, pat] = [await signUp(before, "kim"), await signUp(before, "pat")];
  for (const { cookie } of [kim, pat]) {
    await send(before, "POST", "/api/profile", {
      cookie,
      body: profileFieldsWith({ company: "Acme" }),
    });
  }
  const hidden = { isVisible: false };
  await send(before, "PATCH", "/api/profile", { cookie: kim.cookie, body: hidden });
  await before.stop();
  await asMadeEarlier(
    DATA_DIR,
    "json_set(json_remove(record, '$.profile.expertise'), '$.profile.isVisible', json('true'))",
  );
  const product = await startProduct({ DATA_DIR });
  const { cookie } = pat;
  const list = await (await send(product, "GET", "/api/profiles", { cookie })).json();
  expect(list).toMatchObject([{ userId: pat.id, expertise: [] }]);
  expect((await send(product, "GET", `/api/profile/${kim.id}`, { cookie })).status).toBe(403);
  await product.stop();
});
