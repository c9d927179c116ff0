import { describe, expect, it } from "vitest";
import { anAlum } from "../../testing/members.ts";
import { passwordGivenLongAgo } from "../../../api/testing/password-given-long-ago.ts";
import { createTestSite } from "../../testing/site.ts";
import { createVisitor } from "../../testing/visitor.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

/** A site where everyone signed in long ago. */
const given = () => createTestSite({ members: [anAlum()], isConfirmed: false });

/** The fields that the returned page would send, without the password. */
function hiddenOf(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g);
  return Object.fromEntries(
    [...inputs].map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')])
      .filter(([name]) => name !== "returnTo"),
  );
}

const question = "Confirm it&#x27;s you";

describe("the question for the password without script", () => {
  it("continues with the original form and its fields", async () => {
    const site = await given();
    const { username, firstName, lastName } = (await site.stored("dana"))!;
    const form = { username, firstName, lastName, email: "new@example.com" };
    const { status, headers, html } = await site.send("/profile/account", form, "dana");
    expect([status, headers.get("Cache-Control")]).toEqual([403, "private, no-store"]);
    expectTexts(html, [question, 'action="/profile/account"']);
    expect(hiddenOf(html)).toEqual(form);
    expect((await site.stored("dana"))?.email).not.toBe("new@example.com");

    const answered = { ...hiddenOf(html), confirmedBy: "correct horse" };
    const done = await site.send("/profile/account", answered, "dana");
    expect([done.status, done.location]).toEqual([303, "/profile/edit"]);
    expect((await site.stored("dana"))?.email).toBe("new@example.com");
  });

  it.each([["a wrong one", "Incorrect password"], ["", "Enter your password"]])(
    "asks again after %j, and does nothing",
    async (confirmedBy, message) => {
      const site = await given();
      const answer = await site.send("/profile/delete-account", { confirmedBy }, "dana");
      expectAnswer(answer, 422, question, message);
      expect(await site.stored("dana")).toBeDefined();
      const right = { confirmedBy: "correct horse" };
      const done = await site.send("/profile/delete-account", right, "dana");
      expect(done.html).toContain("Account deleted");
      expect(await site.stored("dana")).toBeUndefined();
    },
  );

  it("never puts a secret into the page", async () => {
    const site = await given();
    const form = { role: "cadre", cadreCode: "hold fast" };
    const html = (await site.send("/select-role", form, "dana")).html;
    expect(html).toContain(question);
    expect(hiddenOf(html)).toEqual({ role: "cadre" });
    expect(html).not.toContain("hold fast");
  });

  it("isn't asked for actions that don't need it", async () => {
    const site = await given();
    expect((await site.send("/profile/delete", {}, "dana")).status).toBe(303);
    const signedOut = await site.send("/login", { username: "x", password: "y", confirmedBy: "z" });
    expect(signedOut.html).not.toContain(question);
  });
});

describe("confirming by a mailed code", () => {
  const address = "dana@example.edu";

  async function signedIn() {
    const site = await given();
    const visitor = createVisitor(site);
    await visitor.post("/login", { username: "dana", password: "correct horse" });
    await passwordGivenLongAgo(site.testApp);
    const mailed = async () => {
      await site.testApp.sendMail();
      return site.testApp.mails.filter(({ to }) => to === address)
        .flatMap(({ subject }) => /^(\d{4} \d{4}) is your/.exec(subject)?.[1] ?? []);
    };
    return { site, visitor, mailed };
  }

  it("continues with the original form, and confirms the address, too", async () => {
    const { site, visitor, mailed } = await signedIn();
    const { username, firstName, lastName } = (await site.stored("dana"))!;
    const form = { username, firstName, lastName, email: "new@example.com" };
    const asked = await visitor.post("/profile/account", form);
    expectAnswer(asked, 403, question, "Email me a code instead");
    const byCode = await visitor.post("/profile/account", { ...form, confirmsByCode: "yes" });
    expectAnswer(byCode, 403, question, "Enter the code that we emailed you");
    const [code = ""] = await mailed();
    const carried = Object.fromEntries(
      Object.entries(hiddenOf(byCode.html)).filter(([name]) => name in form),
    );
    expect(carried).toEqual(form);
    const wrong = await visitor.post("/profile/account", { ...form, confirmedByCode: "00000000" });
    expectAnswer(wrong, 422, question, "That code is wrong or no longer works.");
    const done = await visitor.post("/profile/account", { ...form, confirmedByCode: code });
    expect([done.status, done.location]).toEqual([303, "/profile/edit"]);
    // The current address is confirmed, so the new one waits for its own code.
    const { emailVerified, addresses } = (await site.stored("dana"))!;
    expect([emailVerified, addresses.asked?.email]).toEqual([true, "new@example.com"]);
    const again = await visitor.post("/profile/account", { ...form, email: address });
    expect(again.status).toBe(303);
  });

  it("mails the code immediately to a member without a password, but not at every question", async () => {
    const { site, visitor, mailed } = await signedIn();
    await site.testApp.database.write([{ sql: "UPDATE credentials SET password_hash = NULL" }]);
    for (let turn = 0; turn < 2; turn++) {
      const asked = await visitor.post("/profile/delete-account");
      expectAnswer(asked, 403, "Enter the code that we emailed you");
      expect(asked.html).not.toContain('type="password"');
    }
    const codes = await mailed();
    expect(codes).toHaveLength(1);
    const done = await visitor.post("/profile/delete-account", { confirmedByCode: codes[0]! });
    expect(done.html).toContain("Account deleted");
  });

  it("rejects another member's code", async () => {
    const { site, visitor, mailed } = await signedIn();
    await site.addMembers([anAlum("kim")]);
    const kim = createVisitor(site);
    await kim.post("/login", { username: "kim", password: "correct horse" });
    await passwordGivenLongAgo(site.testApp);
    await visitor.post("/profile/delete-account", { confirmsByCode: "yes" });
    const [code = ""] = await mailed();
    kim.cookies.set("challenge", visitor.cookies.get("challenge")!);
    const taken = await kim.post("/profile/delete-account", { confirmedByCode: code });
    expectAnswer(taken, 422, question);
    expect(await site.stored("kim")).toBeDefined();
    const own = await visitor.post("/profile/delete-account", { confirmedByCode: code });
    expect(own.html).toContain("Account deleted");
  });
});
