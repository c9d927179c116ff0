import { describe, expect, it } from "vitest";
import { memberHeader } from "../contract/page-member.ts";
import { answerOf, appForTest } from "../testing/app-for-test.ts";

/** A page that one member opened, in a browser where another has signed in since. */
async function givenAnOldPage() {
  const app = await appForTest();
  const first = await app.member({ username: "first", email: "first@example.com" });
  const { id } = await (await first.get("/api/user")).json();
  const second = await app.member({ username: "second", email: "second@example.com" });
  return { second, headers: { [memberHeader]: id } };
}

const refused = { status: 401, body: { message: "Not authenticated" } };

describe("a page that was opened by someone else", () => {
  it("changes nothing of who is signed in by now", async () => {
    const { second, headers } = await givenAnOldPage();
    const change = await second.patch("/api/user", { firstName: "Mistaken" }, { headers });
    expect(await answerOf(change)).toEqual(refused);
    expect(await answerOf(await second.delete("/api/account", { headers }))).toEqual(refused);
    expect(await (await second.get("/api/user")).json()).not.toMatchObject({
      firstName: "Mistaken",
    });
  });

  it("goes on for who opened it", async () => {
    const { second } = await givenAnOldPage();
    const { id } = await (await second.get("/api/user")).json();
    const own = { headers: { [memberHeader]: id } };
    expect((await second.patch("/api/user", { firstName: "Meant" }, own)).status).toBe(200);
  });
});
