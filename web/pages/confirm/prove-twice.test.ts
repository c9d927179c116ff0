import { describe, expect, it } from "vitest";
import { createTokens } from "../../../api/auth/tokens.ts";
import { issueOperatorLink } from "../../../api/auth/proofs/link.ts";
import { confirmAddress } from "../../../api/testing/connected.ts";
import { someone } from "../../../api/testing/app.ts";
import { TestMail } from "../../../api/testing/test-mail.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { staffSite } from "../../testing/staff-site.ts";
import { createVisitor, type Visitor } from "../../testing/visitor.ts";

const address = "stan@example.com";
const question = "Confirm it&#x27;s you";

type Options = Parameters<typeof staffSite>[0] & { readonly isOn?: boolean };

/** Stan's directory, in which staff prove their identity twice by default. */
async function given({ isOn = true, ...options }: Options = {}) {
  const site = await staffSite(options);
  const { testApp, stan } = site;
  await confirmAddress(testApp, stan.memberId);
  const mailed = async () => {
    await testApp.sendMail();
    return testApp.mails.filter(({ to }) => to === address)
      .flatMap(({ subject }) => /^(\d{4} \d{4}) is your/.exec(subject)?.[1] ?? []).at(-1) ?? "";
  };
  const logIn = async (password = someone.password) => {
    const visitor = createVisitor(site);
    await visitor.post("/login", { username: "stan", password });
    return visitor;
  };
  const change = { type: "ChangeSettings", staffProveTwice: true } as const;
  const turnOn = () =>
    testApp.eventStore.settings.execute(change, { actorId: "test", correlationId: "test" });
  if (isOn) {
    await turnOn();
    await testApp.follow();
  }
  return { ...site, mailed, logIn };
}

const yes = { confirmsForPage: "yes" };

async function proveByCode(visitor: Visitor, path: string, mailed: () => Promise<string>) {
  const asked = await visitor.post(path, { ...yes, confirmsByCode: "yes" });
  expectAnswer(asked, 403, question, "one-time-code");
  return await visitor.post(path, { ...yes, confirmedByCode: await mailed() });
}

describe("staff who prove twice who they are", () => {
  it("are asked for a code after the password, and return to their page", async () => {
    const { logIn, mailed, testApp } = await given();
    const visitor = await logIn();
    await testApp.sendMail();
    const sent = testApp.mails.length;
    for (const path of ["/program", "/program/everybody?q=stan", "/program/settings"]) {
      const asked = await visitor.get(path);
      expectAnswer(
        asked,
        403,
        question,
        "Besides your password, staff pages need a code",
        "Email me a code",
      );
      expect(asked.headers.get("Cache-Control")).toBe("private, no-store");
    }
    await testApp.sendMail();
    // Opening a page sends no mail.
    expect(testApp.mails.length).toBe(sent);
    const form = { does: "add-topic", label: "Ranger School prep" };
    expectAnswer(await visitor.post("/program/settings", form), 403, question);
    expect(testApp.product.settings.topics().offered).not.toContain(form.label);
    expectTexts((await visitor.get("/")).html, ["what&#x27;s waiting for staff"], ["Reports"]);

    const done = await proveByCode(visitor, "/program/everybody?q=stan", mailed);
    expect([done.status, done.location]).toEqual([303, "/program/everybody?q=stan"]);
    expect((await visitor.get(done.location!)).status).toBe(200);
    expect((await visitor.post("/program/settings", form)).status).toBe(303);
    // Another session of theirs isn't confirmed.
    expect((await (await logIn()).get("/program")).status).toBe(403);
  });

  it("see and do nothing before: every staff page asks", async () => {
    const { logIn, stan, routes } = await given();
    const visitor = await logIn();
    const theirs = new Set(
      routes.filter(({ method, path }) =>
        path.startsWith("/program") && method !== "ALL" && !path.includes("*")
      ).map(({ method, path }) => `${method} ${path}`),
    );
    expect(theirs.size).toBeGreaterThan(30);
    for (const one of theirs) {
      const [method, path = ""] = one.split(" ");
      const at = path.replaceAll(/:\w+(\{[^}]*\})?\??/g, stan.memberId);
      const answer = method === "GET" ? await visitor.get(at) : await visitor.post(at);
      expect([one, answer.status, answer.html.includes(question)]).toEqual([one, 403, true]);
    }
  });

  it("are asked for the password after a code", async () => {
    const { mailed, ...site } = await given();
    const visitor = createVisitor(site);
    await visitor.post("/code", { username: "stan" });
    await visitor.post("/code/enter", { code: await mailed() });
    const asked = await visitor.get("/program");
    expectAnswer(asked, 403, question, "Staff pages also need your password");
    expect(asked.html).not.toContain("Email me a code");
    const wrong = await visitor.post("/program", { ...yes, confirmedBy: "wrong wrong" });
    expectAnswer(wrong, 422, "Incorrect password");
    const done = await visitor.post("/program", { ...yes, confirmedBy: someone.password });
    expect([done.status, done.location]).toEqual([303, "/program"]);
    expect((await visitor.get("/program")).status).toBe(200);
  });

  it("can't get both proofs from their mailbox: a password set by a mailed link doesn't count", async () => {
    const { logIn, mailed, testApp, ...site } = await given();
    const stranger = createVisitor(site);
    await stranger.post("/forgot-password", { email: address });
    await testApp.sendMail();
    const link = testApp.mails.flatMap(({ text = "" }) =>
      /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? []
    )[0]!;
    const password = "battery staple";
    const passwords = { newPassword: password, confirmPassword: password };
    await stranger.post("/reset-password", { token: link, ...passwords });
    const visitor = await logIn(password);
    expect((await visitor.get("/program")).status).toBe(403);
    await proveByCode(visitor, "/program", mailed);
    const asked = await visitor.get("/program");
    expectAnswer(asked, 403, question, "Ask the person who runs this site for a password link");
    // Changing it doesn't help either.
    const change = { currentPassword: password, newPassword: "horse battery" };
    await visitor.post("/profile/security/password", {
      ...change,
      confirmPassword: change.newPassword,
    });
    expect((await (await logIn(change.newPassword)).get("/program")).status).toBe(403);
  });

  it("can't create the second proof themselves with a new address or passkey", async () => {
    const { logIn, mailed, stan, testApp, ...site } = await given();
    const guesser = await logIn();
    const form = { email: "guesser@example.com", as: "second" };
    expectAnswer(await guesser.post("/profile/addresses", form), 403, question, "code");
    expect((await testApp.readModel.members.byId(stan.memberId))?.addresses.asked).toBeNull();
    const reader = createVisitor(site);
    await reader.post("/code", { username: "stan" });
    await reader.post("/code/enter", { code: await mailed() });
    const added = await reader.post("/profile/security/passkeys", { does: "begin" });
    expectAnswer(added, 403, question, "Staff pages also need your password");
  });

  it("can't avoid the second proof by giving up their role", async () => {
    const { logIn, stan, testApp } = await given();
    const guesser = await logIn();
    expectAnswer(await guesser.post("/select-role", { role: "alumni" }), 403, question, "code");
    expect((await testApp.readModel.members.byId(stan.memberId))?.role).toBe("cadre");
  });

  it("get access by the operator's link, which sets a password and signs in", async () => {
    const { testApp, stan, ...site } = await given();
    const token = "a token that the operator made";
    const tokens = createTokens(testApp.database, () => new Date());
    await issueOperatorLink(tokens, token, { memberId: stan.memberId, email: address });
    const visitor = createVisitor(site);
    const passwords = { newPassword: "battery staple", confirmPassword: "battery staple" };
    const done = await visitor.post("/reset-password", { token, ...passwords });
    expect([done.status, done.location]).toEqual([303, "/"]);
    expect((await visitor.get("/program")).status).toBe(200);
  });
});

describe("requiring a second proof from staff", () => {
  const turnOn = { does: "require-two-proofs" };

  it("is turned on by staff who just gave both proofs, and off again; the history shows both", async () => {
    const { logIn, mailed } = await given({ isOn: false });
    const visitor = await logIn();
    expectTexts((await visitor.get("/program/settings")).html, ["Require two steps"]);
    expectAnswer(await visitor.post("/program/settings", turnOn), 403, question, "a code");
    const asked = { ...turnOn, confirmsByCode: "yes" };
    expectAnswer(await visitor.post("/program/settings", asked), 403, question);
    const done = { ...turnOn, confirmedByCode: await mailed() };
    expect((await visitor.post("/program/settings", done)).status).toBe(303);
    expect((await (await logIn()).get("/program")).status).toBe(403);
    expectTexts((await visitor.get("/program/settings")).html, ["Require one step"]);
    const turnOff = { does: "require-one-proof" };
    expect((await visitor.post("/program/settings", turnOff)).status).toBe(303);
    expect((await (await logIn()).get("/program")).status).toBe(200);
    expectTexts((await visitor.get("/program/history")).html, [
      "turned on two steps for staff",
      "turned off two steps for staff",
    ]);
  });

  it("is refused if no mail can be sent", async () => {
    const mail = Object.assign(new TestMail(), { isFolder: true as const });
    const { logIn } = await given({ isOn: false, mail });
    const answer = await (await logIn()).post("/program/settings", turnOn);
    expectAnswer(answer, 409, "Set up mail first");
  });
});
