import { describe, expect, it } from "vitest";
import { aMember, anAlum } from "../testing/members.ts";
import { createTestSite } from "../testing/site.ts";
import { expectTexts } from "../testing/expect-answer.ts";
import { textsOf } from "../testing/read-html.ts";

const members = [
  aMember({ memberId: "cadet", role: "cadet" }),
  aMember({ memberId: "undecided", role: null }),
  anAlum("alum"),
  aMember({
    memberId: "waiting",
    admission: { state: "waiting", needs: "approval", since: "2026-03-01T12:00:00.000Z" },
  }),
  aMember({
    memberId: "declined",
    admission: { state: "refused", at: "2026-03-01T12:00:00.000Z", words: null },
  }),
];
const site = await createTestSite({ members });

const everywhere = [
  ...["/", "/cadre", "/alumni", "/alumni/x", "/directory", "/nowhere"],
  ...["/profile", "/profile/security", "/contacts", "/connections", "/program"],
];

describe("signed out", () => {
  it.each(everywhere.slice(1))("redirects from %s to the landing page", async (path) => {
    const response = await site.get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
  });

  it.each(["/", "/forgot-password", "/reset-password", "/verify-email"])(
    "sees %s",
    async (path) => {
      expect((await site.get(path)).status).toBe(200);
    },
  );

  it.each([["/login", "/"], ["/register", "/?mode=register"]])(
    "is led from %s, where a form posts, to %s",
    async (path, location) => {
      expect((await site.get(path)).headers.get("Location")).toBe(location);
    },
  );

  it("shows no navigation and no user menu", async () => {
    expectTexts(await site.page("/"), [], ["<nav", "My Account"]);
  });

  it.each([
    ["/connections/new", { memberId: "alum", note: 'Was it hard?\nAnd "worth it"?' }],
    ["/connections/0c5103b9-abb6-4a20-842f-d8fa45b3c1c0", { does: "message", text: "Sure." }],
    ["/profile/edit", { classYear: "2027", bio: "" }],
    ["/profile/account", { username: "dana", firstName: "Dana" }],
    ["/program/mail/set-up", { way: "smtp", host: "smtp.example.edu", port: "587" }],
    ["/program/settings", { does: "limits", requestsAWeek: "5" }],
  ])("gets back what they filled in at %s before their session ended", async (path, fields) => {
    const { status, headers, html } = await site.send(path, {
      ...{ ...fields, password: "secret", mailPassword: "secret", cadreCode: "secret" },
    });
    expect([status, headers.get("Cache-Control")]).toEqual([401, "private, no-store"]);
    expectTexts(
      html,
      ["Your session has ended", "Sign in in a new tab", `action="${path}" method="post"`],
      ["secret"],
    );
    for (const [name, value] of Object.entries(fields)) {
      expect(html).toContain(`name="${name}" value="${value.replaceAll('"', "&quot;")}"`);
    }
  });
});

describe("a form of a member who was signed in before in another tab", () => {
  const pageMember = "cadet";

  it("is returned, and only they can send it", async () => {
    const form = { pageMember, memberId: "alum", note: "Was it hard?" };
    const { status, html } = await site.send("/connections/new", form, "alum");
    expect(status).toBe(401);
    expectTexts(html, [
      "Someone else is signed in on this browser",
      'name="note" value="Was it hard?"',
      `name="pageMember" value="${pageMember}"`,
    ]);
  });

  it("does nothing if nothing would be lost, and says so", async () => {
    const { location, cookies } = await site.send("/profile/delete", { pageMember }, "alum");
    expect([location, cookies]).toEqual(["/", expect.stringContaining("Someone else")]);
    expect((await site.stored("alum"))?.profile).not.toBeNull();
  });

  it("logs out the current member", async () => {
    const { cookies } = await site.send("/logout", { pageMember }, "declined");
    expect(cookies).toContain("session=;");
    await site.signIn("declined");
  });
});

describe("a button pressed after the session ended", () => {
  it("leads to the landing page, since no text is lost", async () => {
    const form = { does: "resend", memberId: "alum" };
    const { status, location } = await site.send("/program/invitations", form);
    expect([status, location]).toEqual([303, "/"]);
  });
});

describe("signed in without a role", () => {
  it.each([...everywhere, "/forgot-password"])("sees the role selection at %s", async (path) => {
    const response = await site.get(path, "undecided");
    const html = await response.text();
    expect(response.status).toBe(200);
    expectTexts(html, ["Please select your role to continue", "My Account"], ["<nav"]);
  });

  it("can do nothing else", async () => {
    const response = await site.send("/profile/edit", {}, "undecided");
    expect([response.status, response.location]).toEqual([303, "/"]);
  });
});

describe("an applicant", () => {
  it.each(["/cadre", "/alumni", "/alumni/alum", "/directory", "/connections", "/connections/new"])(
    "reads at %s what they wait for",
    async (path) => {
      const response = await site.get(path, "waiting");
      const html = await response.text();
      expect(response.status).toBe(403);
      expect(html).toContain("staff reviews each registration.");
    },
  );

  it.each(["/", "/profile", "/profile/edit", "/profile/security", "/profile/delete-account"])(
    "sees %s, which is about themselves",
    async (path) => {
      expect((await site.get(path, "waiting")).status).toBe(200);
    },
  );

  it.each(["/alumni", "/connections", "/connections/0c5103b9-abb6-4a20-842f-d8fa45b3c1c0"])(
    "reads no one's words at %s once they were declined, and writes none",
    async (path) => {
      expect((await site.get(path, "declined")).status).toBe(403);
      expect((await site.send(path, { action: "message", text: "Hi" }, "declined")).status).toBe(
        403,
      );
    },
  );

  it("can't ask anyone for help", async () => {
    const response = await site.send("/connections/new", { to: "alum", note: "Hi" }, "waiting");
    expect(response.status).toBe(403);
  });
});

describe("a member with a role", () => {
  it.each([
    "/",
    "/select-role",
    "/cadre",
    "/alumni",
    "/alumni/alum",
    "/directory",
    "/profile",
    "/profile/edit",
  ])("reaches %s", async (path) => {
    expect((await site.get(path, "cadet")).status).toBe(200);
  });

  it.each(["/forgot-password", "/reset-password"])(
    "is led home from %s, and told why",
    async (path) => {
      const response = await site.get(path, "cadet");
      expect(response.headers.get("Location")).toBe("/");
      const [toast = ""] = response.headers.getSetCookie();
      expect(decodeURIComponent(toast)).toContain("You are signed in");
    },
  );

  it("gets a message if a page does not exist", async () => {
    const response = await site.get("/nowhere", "cadet");
    expect(response.status).toBe(404);
    expect(textsOf(await response.text(), "h1")).toEqual(["404 Page Not Found"]);
  });
});
