import { describe, expect, it } from "vitest";
import { importActor } from "../../../events/invitations/invitation.ts";
import { register } from "../../../events/testing/members.ts";
import { someone, type TestApp } from "../../testing/app.ts";
import { answerOf, appForTest, mailedTokens, withMessage } from "../../testing/app-for-test.ts";
import { createTokens } from "../../auth/tokens.ts";
import { newToken } from "../../auth/secret-token.ts";
import { issueOperatorLink } from "../../auth/proofs/link.ts";

const wrong = withMessage(401, "Invalid username or password");
const { username, email, password } = someone;
const newPassword = "battery staple";

async function logIn(app: TestApp, name: string, given = password, ip = "192.0.2.50") {
  return await answerOf(
    await app.browser().post("/api/login", { username: name, password: given }, { ip }),
  );
}

/** A member with a confirmed address. */
async function withConfirmed(app: TestApp) {
  const member = await app.member(someone);
  const [token] = await mailedTokens(app, "verify-email", email);
  await app.browser().confirmAddress(token);
  return member;
}

async function isConfirmed(app: TestApp, given: string): Promise<boolean> {
  const { body } = await logIn(app, username, given);
  return (body as { emailVerified: boolean }).emailVerified;
}

/** A person whose account the program prepared. */
async function withInvited(app: TestApp) {
  const cause = { actorId: importActor, correlationId: "import" };
  const command = register({ username: "pat.doe", email: "pat@example.com" });
  await app.members.execute("00000000-0000-4000-8000-00000000000a", command, cause);
}

describe("a login", () => {
  it("accepts the username, or the confirmed address in any spelling", async () => {
    const app = await appForTest();
    await withConfirmed(app);
    for (const name of ["jdoe", " JDoe ", email, " JDOE@Example.com", "jdoe＠example.com"]) {
      expect(await logIn(app, name)).toMatchObject({ status: 200, body: { username } });
    }
  });

  it("rejects an unconfirmed address", async () => {
    const app = await appForTest();
    const member = await app.member(someone);
    expect(await logIn(app, email)).toEqual(wrong);
    const [token] = await mailedTokens(app, "verify-email", email);
    await app.browser().confirmAddress(token);
    expect((await logIn(app, email)).status).toBe(200);
    expect((await member.patch("/api/user", { email: "new@example.com" })).status).toBe(200);
    expect((await logIn(app, email)).status).toBe(200);
    expect(await logIn(app, "new@example.com")).toEqual(wrong);
  });

  it("looks up a name with @ only as an address", async () => {
    const app = await appForTest();
    await withConfirmed(app);
    const cause = { actorId: "seed", correlationId: "seed" };
    // Usernames of that time could contain @.
    await app.members.execute(
      "old",
      register({ username: "old@example.com", email: "other@example.com" }),
      cause,
    );
    expect(await logIn(app, "old@example.com")).toEqual(wrong);
  });

  it("gives the same answer for a wrong password, an unconfirmed address and an unknown one", async () => {
    const app = await appForTest();
    await withConfirmed(app);
    await app.member({ username: "kim", email: "kim@example.com" });
    for (const name of [username, email, "kim@example.com", "no@example.com", "no.one"]) {
      expect(await logIn(app, name, "a wrong password")).toEqual(wrong);
    }
  });

  it("counts an account's failures together, by username or address", async () => {
    const app = await appForTest();
    await withConfirmed(app);
    for (let turn = 0; turn < 10; turn++) {
      await logIn(app, turn % 2 === 0 ? username : email, `wrong ${turn}`, "203.0.113.1");
    }
    for (const name of [username, email]) {
      expect((await logIn(app, name, password, "203.0.113.1")).status).toBe(429);
    }
  });
});

describe("a new username", () => {
  it.each(["pat@example.com", "p@t", "@pat", "pat＠example.com", "pat﹫home"])(
    "contains no @, as in %s",
    async (username) => {
      const app = await appForTest();
      const message = withMessage(400, "Usernames can't contain an @ sign", "username");
      const registration = { ...someone, username };
      expect(await answerOf(await app.browser().post("/api/register", registration)))
        .toEqual(message);
      const member = await app.member();
      expect(await answerOf(await member.patch("/api/user", { username }))).toEqual(message);
    },
  );
});

describe("an invited person", () => {
  it.each([
    ["signs up", "pat2"],
    ["signs up with the username that was prepared for them", "pat.doe"],
  ])("is led to the invitation when they %s", async (_, username) => {
    const app = await appForTest();
    await withInvited(app);
    await withConfirmed(app);
    const signUp = async (details: object) =>
      await answerOf(await app.browser().post("/api/register", { ...someone, ...details }));
    const answer = await signUp({ username, email: "Pat@example.com" });
    expect(answer.status).toBe(409);
    const [token] = await mailedTokens(app, "invitation", "pat@example.com");
    expect(await app.product.invitations.find(token ?? "")).toMatchObject({ username: "pat.doe" });
    // A member gets the same answer, but another mail.
    const other = await signUp({
      username: username === "pat.doe" ? someone.username : username,
      email,
    });
    expect(other).toEqual(answer);
    await app.settled();
    const [mail] = app.mails.filter(({ subject }) => subject.startsWith("You already have"));
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain("Your username is jdoe.");
    expect(mail?.text).toMatch(/\/reset-password\?token=/);
  });

  it("gets the invitation again when they ask for a new password", async () => {
    const app = await appForTest();
    await withInvited(app);
    await app.member(someone);
    const ask = async (email: string) =>
      await answerOf(await app.browser().post("/api/forgot-password", { email }));
    expect(await ask("pat@example.com")).toEqual(await ask(email));
    expect(await ask("no@example.com")).toEqual(await ask(email));
    const [token = ""] = await mailedTokens(app, "invitation", "pat@example.com");
    expect(await mailedTokens(app, "reset-password", "pat@example.com")).toEqual([]);
    const reset = await app.browser().post("/api/reset-password", { token, newPassword });
    expect(reset.status).toBe(400);
    expect(await app.product.invitations.find(token)).toBeDefined();
    // The work is the same: each issues a link, and no mail is left.
    const kinds = await app.database.read(
      "SELECT kind, count(*) AS count FROM tokens WHERE kind <> 'verify-email' GROUP BY kind",
    );
    expect(kinds.map((row) => ({ ...row }))).toEqual([
      { kind: "invitation", count: 1 },
      { kind: "reset-password", count: 3 },
    ]);
  });
});

describe("a link for a new password", () => {
  it("is mailed with the username, unless a stranger may have chosen it", async () => {
    const app = await appForTest();
    const texts: string[] = [];
    for (
      const name of ["jdoe", "visit evil.example now", "https://evil.example/x", "evil.example"]
    ) {
      const to = `member${texts.length}@example.com`;
      await app.member({ username: name, email: to });
      await app.browser().post("/api/forgot-password", { email: to });
      await app.settled();
      texts.push(app.mails.findLast((mail) => mail.to === to)?.text ?? "");
    }
    expect(texts[0]).toContain("Your username is jdoe.");
    for (const text of texts.slice(1)) {
      expect(text).not.toContain("Your username is");
      expect(text).not.toContain("evil");
    }
  });

  it("mailed to the member confirms their address, and so approves them", async () => {
    const app = await appForTest({ admission: { by: "confirmed", domains: [] } });
    const member = await app.member(someone);
    expect((await member.get("/api/directory")).status).toBe(403);
    await app.browser().post("/api/forgot-password", { email });
    const [token] = await mailedTokens(app, "reset-password", email);
    await app.browser().post("/api/reset-password", { token, newPassword });
    expect(await isConfirmed(app, newPassword)).toBe(true);
    const again = app.browser();
    await again.post("/api/login", { username: email, password: newPassword });
    expect((await again.get("/api/directory")).status).toBe(200);
  });

  it("confirms no address when the operator made it", async () => {
    const app = await appForTest();
    const { memberId } = await app.member(someone);
    const token = newToken();
    const tokens = createTokens(app.database, () => new Date());
    await issueOperatorLink(tokens, token, { memberId, email });
    const use = await app.browser().post("/api/reset-password", { token, newPassword });
    expect(use.status).toBe(200);
    expect(await isConfirmed(app, newPassword)).toBe(false);
  });
});
