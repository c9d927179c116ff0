import { describe, expect, it } from "vitest";
import { register } from "../../../events/testing/members.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { importActor } from "../../../events/invitations/invitation.ts";
import { createTokens } from "../../auth/tokens.ts";

const email = "pat@example.com";
const origin = { ip: "127.0.0.1", requestId: "the request" };
const yes = { token: "a token" };

/** A person with a prepared account and its link. */
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
  const { declining, invitations } = app.product;
  return { app, declining, events, invitations };
}

type Given = Awaited<ReturnType<typeof given>>;

describe("an accepted invitation", () => {
  it("takes only one of two simultaneous answers, also if one is a decline", async () => {
    const answers = {
      "an acceptance and another": (invitations: Given["invitations"]) =>
        invitations.accept({ ...yes, isVisible: true }, origin),
      "an acceptance and a decline": (_: unknown, declining: Given["declining"]) =>
        declining.decline("a token", origin),
    };
    for (const [what, other] of Object.entries(answers)) {
      const { invitations, declining, events } = await given();
      const settled = await Promise.allSettled([
        invitations.accept({ ...yes, isVisible: false }, origin),
        other(invitations, declining),
      ]);
      const refused = settled.filter(({ status }) => status === "rejected");
      expect(refused, what).toEqual([
        { status: "rejected", reason: expect.objectContaining({ status: 400 }) },
      ]);
      expect((await events()).filter((type) => type === "EmailVerified").length, what)
        .toBeLessThanOrEqual(1);
    }
  });

  it("is accepted once: a used link signs no one in and deletes no account", async () => {
    const { declining, invitations, app } = await given();
    const signedIn = await invitations.accept({ ...yes, isVisible: false }, origin);
    expect(signedIn.member).toMatchObject({ memberId: "pat", emailVerified: true });
    await expect(invitations.accept({ ...yes, isVisible: true }, origin))
      .rejects.toThrow("Invalid or expired");
    await expect(invitations.preview(yes)).rejects.toThrow("Invalid or expired");
    await expect(declining.decline("a token", origin)).rejects.toThrow("Invalid or expired");
    expect((await app.product.authentication.authenticate(signedIn.sessionToken))?.member.memberId)
      .toBe("pat");
  });
});
