import { glob, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { aMember, anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { cookies } from "./cookies.ts";

/** Collects cookies and their lifetimes in seconds from answers to typical visits. */
async function setByAnswers(): Promise<ReadonlyMap<string, number>> {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const set = new Map<string, number>();
  const note = ({ headers }: { readonly headers: Headers }) => {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const [, age] = /Max-Age=(\d+)/.exec(line) ?? [];
      const [, expires = ""] = /Expires=([^;]+)/.exec(line) ?? [];
      if (value !== "") set.set(name, age ? Number(age) : (Date.parse(expires) - now) / 1000);
    }
  };
  const site = await createTestSite({ members: [anAlum("alum"), aMember({ memberId: "jordan" })] });
  note(await site.send("/theme", { returnTo: "/" }));
  note(await site.get("/directory"));
  note(await site.send("/login", { username: "jordan", password: "correct horse" }));
  note(await site.send("/code", { username: "jordan@example.edu" }));
  const registration = { firstName: "Kim", lastName: "Lee", email: "kim@example.com" };
  note(
    await site.send("/register", {
      ...registration,
      username: "kimlee",
      password: "correct horse",
      role: "cadet",
    }),
  );
  return set;
}

it("the privacy page lists each cookie with its lifetime", async () => {
  const set = await setByAnswers();
  const listed = new Map(cookies.map(({ name, seconds }) => [name, seconds]));
  expect([...set.keys()].sort()).toEqual(
    ["browser", "challenge", "just-registered", "return-to", "session", "theme", "toast"],
  );
  for (const [name, seconds] of set) expect([name, listed.get(name)]).toEqual([name, seconds]);
});

it("the privacy page lists the cookies of every file that sets one", async () => {
  const files: string[] = [];
  for await (const path of glob("{web,api}/**/*.{ts,tsx}")) {
    if (/\.(test|e2e)\.|\/testing\//.test(path)) continue;
    if (/\bsetCookie\(c, |document\.cookie =/.test(await readFile(path, "utf8"))) files.push(path);
  }
  expect(files.sort()).toEqual([
    "api/http/middleware/session.ts", // session, browser, challenge
    "web/flash.ts", // toast
    "web/pages/invitation/route.tsx", // answer
    "web/pages/landing/route.tsx", // just-registered
    "web/pages/program/import/route.tsx", // columns
    "web/pages/return-to.ts", // return-to
    "web/pages/shell/theme-route.ts", // theme
    "web/theme.ts", // theme
  ]);
});
