import { expect, it } from "vitest";
import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import { someone } from "../../../api/testing/app.ts";
import { realSiteForTest } from "../../testing/real-site.ts";

it("explains why no one can sign in while the disk is full, and keeps the name", async () => {
  const { testApp, send } = await realSiteForTest();
  await testApp.member();
  const refuse = () => Promise.reject(new DatabaseNotWritable("The disk is full"));
  Object.assign(testApp.database, { write: refuse });
  const form = { username: "member1", password: someone.password };
  const { status, html } = await send("/login", form, undefined);
  expect(status).toBe(503);
  expect(html).toContain("You can&#x27;t sign in right now: the disk of this service is full");
  expect(html).toContain('value="member1"');
});
