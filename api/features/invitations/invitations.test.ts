import { describe, expect, it } from "vitest";
import { register } from "../../../events/testing/members.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { importActor } from "../../../events/invitations/invitation.ts";
import { createTokens } from "../../auth/tokens.ts";

const email = "pat@example.com";
const origin = { ip: "127.0.0.1", requestId: "the request" };
const yes = { token: "a token", username: "patdoe", newPassword: "my own password" };

/** Someone whose account was prepared, and who has the link. */
async function given() {
  const app = await appForTest({ appEnv: "development" });
  const cause = { actorId: importActor, correlationId: "import" };
  await app.members.execute("pat", register({ username: "pat.doe", email }), cause);
  await createTokens(app.database, () => new Date()).issue(
    "invitation",
    "a token",
    "pat",
    email,
  );
  const events = async () =>
    (await app.database.read("SELECT type FROM events WHERE stream = 'pat'"))
      .map(({ type }) => type);
  const { declining, invitations, login } = app.product;
  return { ...app, declining, events, invitations, login };
}

type Given = Awaited<ReturnType<typeof given>>;

describe("an accepted invitation", () => {
  it("is answered by one of two answers at once, also with a decline", async () => {
    const answers = {
      "an acceptance and another": (invitations: Given["invitations"]) =>
        invitations.accept({ ...yes, newPassword: "another password", isVisible: false }, origin),
      "an acceptance and a decline": (_: unknown, declining: Given["declining"]) =>
        declining.decline("a token", origin),
    };
    for (const [what, other] of Object.entries(answers)) {
      const { invitations, declining, login, events } = await given();
      const settled = await Promise.allSettled([
        invitations.accept({ ...yes, isVisible: false }, origin),
        other(invitations, declining),
      ]);
      const refused = settled.filter(({ status }) => status === "rejected");
      expect(refused, what).toEqual([
        { status: "rejected", reason: expect.objectContaining({ status: 400 }) },
      ]);
      expect((await events()).filter((type) => type === "PasswordReset").length, what)
        .toBeLessThanOrEqual(1);
      const names = { username: yes.username, password: yes.newPassword };
      const signedIn = await login.login(names, origin).then(() => true, () => false);
      expect(signedIn, what).toBe(settled[0]?.status === "fulfilled");
    }
  });

  it("is refused after asking for many names that are taken, from any address", async () => {
    const { invitations, members } = await given();
    const cause = { actorId: "joe", correlationId: "test" };
    await members.execute("joe", register({ username: "joe", email: "joe@example.com" }), cause);
    const messages: string[] = [];
    for (let number = 0; number < 21; number++) {
      const input = { ...yes, username: "joe", isVisible: false };
      const from = { ...origin, ip: `192.0.2.${number}` };
      messages.push(await invitations.accept(input, from).then(String, ({ message }) => message));
    }
    expect(messages.filter((message) => message === "Username already taken")).toHaveLength(20);
    expect(messages.at(-1)).toMatch(/^Too many attempts with a taken username/);
  });

  it("is accepted once: a used link changes no password and deletes no account", async () => {
    const { declining, invitations, login } = await given();
    await invitations.accept({ ...yes, isVisible: false }, origin);
    const other = { ...yes, newPassword: "of someone else", isVisible: false };
    await expect(invitations.accept(other, origin)).rejects.toThrow("Invalid or expired");
    await expect(declining.decline("a token", origin)).rejects.toThrow("Invalid or expired");
    const names = { username: yes.username, password: yes.newPassword };
    expect((await login.login(names, origin)).member.memberId).toBe("pat");
  });
});
