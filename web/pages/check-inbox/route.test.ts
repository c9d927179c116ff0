import { describe, expect, it } from "vitest";
import { someone, type TestAppOptions, testOrigin } from "../../../api/testing/app.ts";
import { createFolderMail } from "../../../api/mail/drivers/folder.ts";
import { confirmAddress } from "../../../api/testing/connected.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { textsOf } from "../../testing/read-html.ts";

const registration = { ...someone, role: "cadet" };
const heading = "Check your inbox</h1>";

/** Registers with the form, in a browser without script. */
async function registered(options: TestAppOptions = {}) {
  const { testApp, request } = await realSiteForTest(options);
  const cookies = new Map<string, string>();
  async function visit(path: string, form?: Readonly<Record<string, string>>) {
    const headers = {
      Origin: testOrigin,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    };
    const answer = await request(path, {
      headers,
      ...form && { method: "POST", body: new URLSearchParams(form) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.status, at: answer.headers.get("Location"), html: await answer.text() };
  }
  const answer = await visit("/register", registration);
  expect([answer.status, answer.at]).toEqual([303, "/"]);
  return { testApp, visit };
}

describe("after registering", () => {
  it("asks people once to check their inbox, and lets them continue without", async () => {
    const { visit } = await registered();
    const { html } = await visit("/");
    expect(html).toContain(heading);
    expect(html).toContain("Account created!");
    expect(textsOf(html, "strong")).toContain("jdoe@example.com");
    expect(html).toContain("Continue without confirming");
    expect((await visit("/")).html).not.toContain(heading);
  });

  it("lets them use another address, which gets a link", async () => {
    const { visit, testApp } = await registered();
    const wrong = await visit("/check-inbox", { email: "nowhere" });
    expect([wrong.status, wrong.html]).toEqual([
      422,
      expect.stringContaining("Invalid email address"),
    ]);
    expect(await visit("/check-inbox", { email: "other@example.com" }))
      .toMatchObject({ status: 303, at: "/check-inbox" });
    expect(textsOf((await visit("/check-inbox")).html, "strong")).toContain("other@example.com");
    await testApp.settled();
    const links = testApp.mails.filter(({ text }) => text.includes("/verify-email"));
    expect(links.map(({ to }) => to)).toEqual(["jdoe@example.com", "other@example.com"]);
  });

  it("doesn't let them continue if the directory requires a confirmed address", async () => {
    const { visit } = await registered({ admission: { by: "confirmed", domains: [] } });
    const { html } = await visit("/");
    expect(html).toContain("The directory opens as soon as you do");
    expect(html).not.toContain("Continue without confirming");
    expect((await visit("/check-inbox", { email: "other@example.com" })).status).toBe(303);
  });

  it("asks no one who has confirmed their address, or if no mail can be sent", async () => {
    const folder = await temporaryFolder();
    const sender = { name: "TCU", address: "a@example.edu", replyTo: "a@example.edu" };
    const mail = createFolderMail({ folder, sender });
    expect((await (await registered({ mail })).visit("/")).html).not.toContain(heading);
    const { visit, testApp } = await registered();
    const member = await testApp.readModel.members.byUsername("jdoe");
    await confirmAddress(testApp, member?.memberId ?? "");
    expect((await visit("/")).html).not.toContain(heading);
    expect(await visit("/check-inbox")).toMatchObject({ status: 302, at: "/" });
  });
});
