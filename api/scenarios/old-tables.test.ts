import { expect, it } from "vitest";
import type { ProfileRecord } from "../../events/members/record.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { profileFieldsWith } from "../../events/testing/members.ts";
import { changeRecords } from "../../events/testing/rows.ts";
import { send, signUp } from "../testing/calls.ts";
import { startProduct } from "../testing/process.ts";
import { withRowsOf } from "../testing/stopped-rows.ts";

/** Changes rows of the read tables to what an earlier version could have written. */
async function asMadeEarlier(
  DATA_DIR: string,
  change: (profile: ProfileRecord) => ProfileRecord,
): Promise<void> {
  await withRowsOf({ DATA_DIR }, async (rows) => {
    await changeRecords(rows, ({ profile, ...record }) => ({
      ...record,
      profile: profile && change(profile),
    }));
    await rows.database.write([{ sql: "UPDATE installation SET projection = projection - 1" }]);
  });
}

it("read tables of an earlier version are not served if a field is missing or a stricter rule hides someone", async () => {
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
    ({ expertise: _, ...profile }) => ({ ...profile, isVisible: true }) as ProfileRecord,
  );
  const product = await startProduct({ DATA_DIR });
  const { cookie } = pat;
  const list = await (await send(product, "GET", "/api/profiles", { cookie })).json();
  expect(list).toMatchObject([{ userId: pat.id, expertise: [] }]);
  expect((await send(product, "GET", `/api/profile/${kim.id}`, { cookie })).status).toBe(403);
  await product.stop();
});
