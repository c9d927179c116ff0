import { describe, expect, it } from "vitest";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const path = "/profile/data";
const given = (isConfirmed = true) => createTestSite({ members: [anAlum()], isConfirmed });

describe("a member's own data, without script", () => {
  it("is linked from the profile", async () => {
    const site = await given();
    expect(await site.page("/profile", "dana")).toContain(`href="${path}"`);
  });

  it("is one file that can't be cached, and whose name identifies no one", async () => {
    const site = await given();
    const answer = await site.send(path, { does: "download" }, "dana");
    expect(answer.status).toBe(200);
    expect(answer.html).toMatch(/^PK/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="your-data.zip"',
      "x-content-type-options": "nosniff",
    });
  });

  it("asks for the password first, then offers the file on its page", async () => {
    const site = await given(false);
    expectTexts(await site.page(path, "dana"), ["First confirm", 'value="confirm"'], [
      'value="download"',
    ]);
    const asked = await site.send(path, { does: "confirm" }, "dana");
    expectAnswer(asked, 403, "Confirm it&#x27;s you");
    // The page was left open for longer than a confirmation lasts.
    const late = await site.send(path, { does: "download" }, "dana");
    expect([late.status, late.location]).toEqual([303, path]);
    const answered = { does: "confirm", confirmedBy: "correct horse" };
    const done = await site.send(path, answered, "dana");
    expect([done.status, done.location]).toEqual([303, path]);
    expectTexts(await site.page(path, "dana"), ['value="download"']);
  });

  it("reports too many downloads on its page", async () => {
    const site = await given();
    for (let count = 0; count < 5; count++) await site.send(path, { does: "download" }, "dana");
    const answer = await site.send(path, { does: "download" }, "dana");
    expectAnswer(answer, 429, "Too many downloads of your data", "Download Your Data");
  });
});
