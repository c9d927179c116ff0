import { describe, expect, it } from "vitest";
import { memberHeader } from "../../contract/page-member.ts";
import { someone } from "../../testing/app.ts";
import { answerOf, appForTest } from "../../testing/app-for-test.ts";

/** A page opened by one member, in a browser where another has signed in since. */
async function givenAnOldPage() {
  const app = await appForTest();
  const first = await app.member({ username: "first", email: "first@example.com" });
  const { id } = await (await first.get("/api/user")).json();
  const second = await app.member({ username: "second", email: "second@example.com" });
  return { second, headers: { [memberHeader]: id } };
}

const refused = { status: 401, body: { message: "Not authenticated" } };

describe("a page that was opened by someone else", () => {
  it("leaves the session of the later member unchanged", async () => {
    const { second, headers } = await givenAnOldPage();
    const change = await second.patch("/api/user", { firstName: "Mistaken" }, { headers });
    expect(await answerOf(change)).toEqual(refused);
    expect(await answerOf(await second.delete("/api/account", { headers }))).toEqual(refused);
    expect(await (await second.get("/api/user")).json()).not.toMatchObject({
      firstName: "Mistaken",
    });
  });

  it("works for the member who opened it", async () => {
    const { second } = await givenAnOldPage();
    const { id } = await (await second.get("/api/user")).json();
    const own = { headers: { [memberHeader]: id } };
    expect((await second.patch("/api/user", { firstName: "Meant" }, own)).status).toBe(200);
  });
});

describe("a session replaced by another one", () => {
  const { username, password } = someone;
  const begin = {
    "by signing in": ["/api/login", { username, password }],
    "by signing in as someone else": ["/api/login", { username: "other", password }],
    "by registering": ["/api/register", { ...someone, username: "new", email: "new@example.com" }],
  } as const;

  /** Two members, the first in a browser, and a check of the earlier session. */
  async function given() {
    const app = await appForTest();
    const first = await app.member(someone);
    await app.member({ username: "other", email: "other@example.com" });
    const token = first.session();
    const withOld = async () => {
      const headers = { Cookie: `session=${token}` };
      return (await app.browser().get("/api/user", { headers })).status;
    };
    return { app, first, token, withOld };
  }

  it.each(Object.entries(begin))("is ended on the server %s", async (_, [path, body]) => {
    const { app, first, token, withOld } = await given();
    expect(await withOld()).toBe(200);
    const { id } = await (await first.post(path, body)).json();
    expect(first.session()).not.toBe(token);
    expect(await withOld()).toBe(401);
    expect(await (await first.get("/api/user")).json()).toMatchObject({ id });
    expect(await app.database.read("SELECT 1 FROM sessions")).toHaveLength(2);
  });

  it("continues when the attempt is refused", async () => {
    const { first, withOld } = await given();
    expect((await first.post("/api/login", { username, password: "a wrong one" })).status).toBe(
      401,
    );
    expect((await first.post("/api/register", someone)).status).toBe(409);
    expect((await first.get("/api/user")).status).toBe(200);
    expect(await withOld()).toBe(200);
  });

  it("leaves other sessions of the same member", async () => {
    const { app, first } = await given();
    const phone = app.browser();
    await phone.post("/api/login", { username, password });
    await first.post("/api/login", { username, password });
    expect((await phone.get("/api/user")).status).toBe(200);
  });
});
