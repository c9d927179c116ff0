import type { Database } from "../../../events/database.ts";
import { describe, expect, it, vi } from "vitest";
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
  const { declining, invitations, login, passwordReset, wayIn } = app.product;
  return { ...app, declining, events, invitations, login, passwordReset, wayIn };
}

/** Storing a password fails, as if the process had ended after the log. */
function interrupt(database: Database) {
  const write = database.write.bind(database);
  return vi.spyOn(database, "write").mockImplementation((statements, durability) =>
    statements.some(({ sql }) => sql.includes("INTO credentials"))
      ? Promise.reject(new Error("interrupted"))
      : write(statements, durability)
  );
}

describe("an accepted invitation", () => {
  it.each([
    ["the same answer", yes],
    ["another one", { ...yes, username: "pat.d", newPassword: "another password" }],
  ])("that was interrupted before the password is finished by %s", async (_, again) => {
    const { database, invitations, login, events } = await given();
    const write = interrupt(database);
    await expect(invitations.accept({ ...yes, isVisible: false }, origin)).rejects.toThrow();
    write.mockRestore();
    expect(await events()).toContain("PasswordReset");
    const { newPassword: password, username } = again;
    await expect(login.login({ username, password }, origin)).rejects.toThrow();

    const more = { ...origin, requestId: "the next request" };
    const { member } = await invitations.accept({ ...again, isVisible: false }, more);
    expect(member).toMatchObject({ username, emailVerified: true });
    expect((await login.login({ username, password }, more)).member.memberId).toBe("pat");
    expect(await invitations.find("a token")).toBeUndefined();
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

  it("that was interrupted is finished by a forgotten password, too", async () => {
    const { database, invitations, login, passwordReset, wayIn, background } = await given();
    const write = interrupt(database);
    await expect(invitations.accept({ ...yes, isVisible: false }, origin)).rejects.toThrow();
    write.mockRestore();
    const { devToken: token = "" } = await wayIn.request({ email }, origin);
    await background.settled();
    await passwordReset.complete({ token, newPassword: "a chosen one" }, origin);
    const names = { username: yes.username, password: "a chosen one" };
    expect((await login.login(names, origin)).member.memberId).toBe("pat");
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
