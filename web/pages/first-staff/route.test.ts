import { describe, expect, it } from "vitest";
import type { TestAppOptions } from "../../../api/testing/app.ts";
import { appForTest } from "../../../api/testing/app-for-test.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { expectAnswer } from "../../testing/expect-answer.ts";
import { textOf } from "../../testing/staff-site.ts";

const path = "/first-staff";
const colonel = {
  firstName: "Rosa",
  lastName: "Rivera",
  email: "rivera@example.com",
  username: "rivera",
  password: "a long password",
};

async function withoutStaff(options: TestAppOptions = {}) {
  const site = await realSiteForTest(options);
  const { testApp } = site;
  const { firstStaff } = testApp.product;
  const token = await firstStaff.issue() ?? "";
  const staff = async () =>
    (await testApp.readModel.people.staff()).map(({ username }) => username);
  const sent = (form: object, session?: string) => site.send(path, { token, ...form }, session);
  return { ...site, firstStaff, token, staff, sent };
}

const sessionIn = ({ headers }: { readonly headers: Headers }) =>
  /session=([^;]+)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";

describe("an installation without staff", () => {
  it.each(["open", "confirmed", "approved", "invited"] as const)(
    "makes the first staff account by its link, and signs it in, where %s gets in",
    async (by) => {
      const { read, sent, token, staff, testApp } = await withoutStaff({
        admission: { by, domains: [] },
        cadreCode: "code",
      });
      const notice = "This directory has no staff yet";
      expect((await read("/")).html).toContain(notice);
      const opened = await read(`${path}?token=${token}`);
      expect([opened.status, await staff()]).toEqual([200, []]);
      const answer = await sent(colonel);
      expect([answer.status, answer.location]).toEqual([303, "/"]);
      expect(await staff()).toEqual(["rivera"]);
      expect((await read("/")).html).not.toContain(notice);
      const session = sessionIn(answer);
      expect((await read("/program", session)).status).toBe(200);
      expect(answer.cookies).toContain("Account created!");
      await testApp.settled();
      expect(testApp.mails.map(({ to }) => to)).toEqual(["rivera@example.com"]);
      expect(testApp.mails[0]?.subject).toMatch(/^Confirm your email address/);
    },
  );

  it("makes a signed-in member staff, by a link that no log, database or browser stores", async () => {
    const { read, request, sent, token, staff, testApp } = await withoutStaff();
    const casey = await testApp.member({ role: "cadet", username: "casey" });
    const opened = await request(`${path}?token=${token}`);
    expect(opened.headers.get("Cache-Control")).toBe("private, no-store");
    expect(opened.headers.get("Referrer-Policy")).toMatch(/same-origin|no-referrer/);
    const rows = await testApp.database.read(
      "SELECT * FROM tokens WHERE kind = 'first-staff'",
    );
    expect(rows).toHaveLength(1);
    const { html } = await read(`${path}?token=${token}`, casey.session());
    expect(textOf(html)).toMatch(/You&#x27;re logged in as casey[^]*Make My Account Staff/);
    expect((await sent({}, casey.session())).status).toBe(303);
    expect(await staff()).toEqual(["casey"]);
    expect(JSON.stringify([rows, testApp.logged])).not.toContain(token);
    expect((await read("/program", casey.session())).status).toBe(200);
  });

  it("keeps the link valid when the account is refused", async () => {
    const { sent, staff, testApp } = await withoutStaff();
    await testApp.member({ username: "rivera" });
    const taken = await sent(colonel);
    expectAnswer(taken, 409, "Username already taken");
    expect(taken.html).not.toContain(colonel.password);
    const short = await sent({ ...colonel, username: "r", password: "short" });
    expect(short.html).toMatch(
      /Username must be at least 3 characters[^]*Password must be at least 6 characters/,
    );
    expect((await sent({ ...colonel, username: "rrivera" })).status).toBe(303);
    expect(await staff()).toEqual(["rrivera"]);
  });

  it("accepts only one of several simultaneous forms, on two nodes, with two links", async () => {
    const { firstStaff, sent, staff, testApp, read } = await withoutStaff();
    const { product } = await appForTest({ beside: testApp });
    const other = await product.firstStaff.issue() ?? "";
    const origin = { ip: "192.0.2.7", requestId: "other" };
    const second = { ...colonel, username: "second", email: "second@example.com" };
    const outcomes = await Promise.allSettled([
      sent(colonel).then(({ status }) => expect(status).toBe(303)),
      sent({ ...second, username: "third", email: "third@example.com" })
        .then(({ status }) => expect(status).toBe(303)),
      product.firstStaff.register({ ...second, token: other }, origin),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await staff()).toHaveLength(1);
    expect(await firstStaff.issue()).toBeUndefined();
    const over = await read(`${path}?token=${other}`);
    expect([over.status, over.html]).toEqual([
      400,
      expect.stringContaining("This directory has staff already"),
    ]);
    const accounts = "SELECT count(*) AS accounts FROM members";
    expect(await testApp.database.read(accounts)).toEqual([{ accounts: 1 }]);
  });

  it("rejects a forged link, and one that is a week old", async () => {
    let now = new Date("2026-11-20T12:00:00Z");
    const { read, sent, staff, token } = await withoutStaff({ now: () => now });
    for (const wrong of ["", "guess", `${token}x`]) {
      const answer = await sent({ ...colonel, token: wrong });
      expect([answer.status, answer.html]).toEqual([
        400,
        expect.stringContaining("This link has expired"),
      ]);
    }
    now = new Date("2026-11-27T12:00:01Z");
    expect((await read(`${path}?token=${token}`)).html).toContain("This link has expired");
    expect((await sent(colonel)).status).toBe(400);
    expect(await staff()).toEqual([]);
  });
});
