import { describe, expect, it } from "vitest";
import { aMember } from "../testing/members.ts";
import { createTestSite } from "../testing/site.ts";

const site = await createTestSite({
  members: [
    aMember({ memberId: "casey" }),
    aMember({ memberId: "stan", username: "stan", role: "cadre", isCadreConfirmed: true }),
  ],
});

/** Cookies that a browser sends back after an answer; expired ones are left out. */
function cookiesOf(response: Response): string {
  return response.headers.getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(";")[0]).join("; ");
}

async function homeWith(cookies: string, memberId = "casey"): Promise<Response> {
  const { Cookie } = site.cookie(memberId);
  return await site.request("/", { headers: { Cookie: `${Cookie}; ${cookies}` } });
}

describe("a member's page opened by someone signed out", () => {
  it("is shown once they have signed in, and only once", async () => {
    const sent = await site.get("/alumni?armyBranches=Armor&page=2");
    const home = await homeWith(cookiesOf(sent));
    expect(home.headers.get("Location")).toBe("/alumni?armyBranches=Armor&page=2");
    expect((await homeWith(cookiesOf(home))).status).toBe(200);
  });

  it("is shown for staff pages only to staff", async () => {
    const sent = await site.get("/program/invitations?show=opened");
    const home = await homeWith(cookiesOf(sent), "stan");
    expect(home.headers.get("Location")).toBe("/program/invitations?show=opened");
    expect((await homeWith(cookiesOf(sent))).status).toBe(200);
  });

  it.each([
    ["/program/import", undefined, "/program/import"],
    ["/program/people", "/program?page=2", "/program?page=2"],
    ["/program/settings/logo", undefined, undefined],
    ["/profile/listed", "/nowhere", undefined],
  ])("is the page of a form that is sent to %s from %s", async (path, from, stored) => {
    const sent = await site.request(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
        ...from !== undefined && { Referer: `https://alumni.example.edu${from}` },
      },
    });
    const home = await homeWith(cookiesOf(sent), "stan");
    expect([sent.status, home.headers.get("Location") ?? undefined]).toEqual([303, stored]);
  });

  it.each(["/nowhere", "/favicon.ico", "/", `/alumni?search=${"%C3%AB".repeat(300)}`])(
    "is none at %s",
    async (path) => {
      expect(cookiesOf(await site.get(path))).toBe("");
    },
  );

  it.each([
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/directory.elsewhere",
    `/alumni?search=${"x".repeat(3000)}`,
  ])(
    "is nothing that someone else has put there: %s",
    async (address) => {
      expect((await homeWith(`return-to=${encodeURIComponent(address)}`)).status).toBe(200);
    },
  );

  it("is forgotten at logout", async () => {
    const response = await site.send("/logout", {}, "casey");
    expect(response.headers.getSetCookie().join()).toMatch(/return-to=;[^,]*max-age=0/i);
  });
});
