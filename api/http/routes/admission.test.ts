import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { type Browser, someone, someProfile, type TestApp } from "../../testing/app.ts";
import {
  answerOf,
  appForTest,
  appWithMember,
  mailedTokens,
  withMessage,
} from "../../testing/app-for-test.ts";

type Member = Awaited<ReturnType<TestApp["member"]>>;

/** Requests that reach other people. */
const waysToOthers: readonly (readonly [string, string])[] = [
  ["GET", "/api/directory"],
  ["GET", "/api/profiles"],
  ["GET", "/api/suggestions?search=a"],
  ["GET", "/api/profile/{other}"],
  ["GET", "/api/profile/00000000-0000-4000-8000-000000000009"],
  ["POST", "/api/profile/{other}/contacts/primaryEmail"],
  ["GET", "/api/connections/00000000-0000-4000-8000-000000000009/events"],
  ["GET", "/objects/pictures/{other}/00000000-0000-4000-8000-000000000009-0123456789abcdef.webp"],
];

async function waysOf(browser: Browser, other: Member): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (const [method, path] of waysToOthers) {
    const answer = await browser.send(method, path.replace("{other}", other.memberId));
    await answer.body?.cancel();
    statuses.add(answer.status);
  }
  return statuses;
}

/** Confirms an address by its mailed link. */
async function confirm(app: TestApp, address: string) {
  const token = (await mailedTokens(app, "verify-email", address)).at(-1);
  const answer = await app.browser().confirmAddress(token);
  expect(answer.status).toBe(204);
}

const isIn = async (member: Member) => (await member.get("/api/directory")).status === 200;
const names = async (browser: Browser) =>
  (await (await browser.get("/api/profiles")).json()).map(({ user }: { user: object }) =>
    "firstName" in user && user.firstName
  );

const admission = (by: "open" | "confirmed" | "approved" | "invited", ...domains: string[]) => ({
  admission: { by, domains },
});

/** An admitted member, under any rule for new people. */
async function insider(app: TestApp, firstName = "Inge") {
  const member = await app.member({ firstName });
  const { memberId } = member;
  await app.members.execute(memberId, { type: "Admit", seen: "waiting" }, cause);
  await app.follow();
  expect((await member.post("/api/profile", someProfile)).status).toBe(201);
  return member;
}

describe("admission", () => {
  it("confirmed only waits for the address", async () => {
    const { app, member: jane } = await appWithMember(admission("confirmed"), someone);
    expect(await answerOf(await jane.get("/api/directory"))).toEqual(
      withMessage(403, "Confirm your email address first"),
    );
    await confirm(app, someone.email);
    expect(await isIn(jane)).toBe(true);
  });

  it("approved waits for staff, even after confirmation", async () => {
    const { app, member: jane } = await appWithMember(admission("approved"), someone);
    await confirm(app, someone.email);
    const words = "The program's staff reviews each registration. We'll email you their decision.";
    expect(await answerOf(await jane.get("/api/directory"))).toEqual(withMessage(403, words));
  });

  it("approved admits confirmed addresses of the domains, and no others", async () => {
    const app = await appForTest(admission("approved", "example.edu"));
    const addresses = {
      in: "jane@Example.edu",
      sub: "jane@sub.example.edu",
      like: "jane@notexample.edu",
    };
    const people: Record<string, Member> = {};
    for (const [username, email] of Object.entries(addresses)) {
      people[username] = await app.member({ username: `user-${username}`, email });
    }
    expect(await isIn(people.in as Member)).toBe(false);
    for (const email of Object.values(addresses)) await confirm(app, email);
    expect(await isIn(people.in as Member)).toBe(true);
    expect(await isIn(people.sub as Member)).toBe(false);
    expect(await isIn(people.like as Member)).toBe(false);
  });

  it("approved uses the confirmed address, not that of the registration", async () => {
    const { app, member: jane } = await appWithMember(admission("approved", "example.edu"), {
      ...someone,
      email: "jane@example.edu",
    });
    expect((await jane.patch("/api/user", { email: "eve@example.com" })).status).toBe(200);
    await confirm(app, "eve@example.com");
    expect(await isIn(jane)).toBe(false);
  });

  it("invited refuses registrations", async () => {
    const app = await appForTest(admission("invited"));
    expect(await answerOf(await app.browser().post("/api/register", someone))).toEqual(
      withMessage(403, "Registration is by invitation only. Ask the program to invite you."),
    );
  });
});

describe("applicants and refused people", () => {
  it.each(["waiting", "refused"] as const)(
    "%s: see only themselves, and are hidden, until staff admit them",
    async (state) => {
      const app = await appForTest(admission("approved"));
      const inge = await insider(app);
      const wanda = await app.member({ firstName: "Wanda" });
      expect((await wanda.post("/api/profile", { ...someProfile, bio: "Wombat" })).status).toBe(
        201,
      );
      if (state === "refused") {
        const refuse = { type: "Refuse", words: "Wolverine" } as const;
        await app.members.execute(wanda.memberId, refuse, cause);
        await app.follow();
      }
      expect(await waysOf(wanda, inge)).toEqual(new Set([403]));
      for (const own of ["/api/user", "/api/profile/me", `/api/profile/${wanda.memberId}`]) {
        expect((await wanda.get(own)).status).toBe(200);
      }
      expect((await wanda.patch("/api/profile", { bio: "Wallaby" })).status).toBe(200);
      expect(await names(inge)).toEqual(["Inge"]);
      const seen = await answerOf(await inge.get(`/api/profile/${wanda.memberId}`));
      expect(seen.status).toBe(403);
      const ask = { memberId: wanda.memberId, topics: [], note: "Hello" };
      expect((await inge.ask(ask)).status).toBe(404);
      const admit = { type: "Admit", seen: state } as const;
      await app.members.execute(wanda.memberId, admit, cause);
      await app.follow();
      expect((await names(inge)).sort()).toEqual(["Inge", "Wanda"]);
      expect(await isIn(wanda)).toBe(true);
    },
  );
});

it("cadre are shown as not confirmed until they enter the code", async () => {
  const { app, member: reader } = await appWithMember({ cadreCode: "a code" });
  const cadre = await app.member();
  const select = { type: "SelectRole", role: "cadre" } as const;
  await app.members.execute(cadre.memberId, select, cause);
  await app.follow();
  const fields = { ...someProfile, classYear: "2001-2005" };
  expect((await cadre.post("/api/profile", fields)).status).toBe(201);
  const isConfirmed = async () =>
    (await (await reader.get(`/api/profile/${cadre.memberId}`)).json()).user.isRoleConfirmed;
  expect(await isConfirmed()).toBe(false);
  const wrong = { role: "cadre", cadreCode: "another" };
  expect((await cadre.post("/api/auth/select-role", wrong)).status).toBe(403);
  expect(await isConfirmed()).toBe(false);
  const right = { role: "cadre", cadreCode: "a code" };
  expect((await cadre.post("/api/auth/select-role", right)).status).toBe(200);
  expect(await isConfirmed()).toBe(true);
});
