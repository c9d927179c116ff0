import { expect, it, onTestFinished, vi } from "vitest";
import { importActor } from "../../events/invitations/invitation.ts";
import { register } from "../../events/testing/members.ts";
import { residueOf } from "../../events/testing/residue.ts";
import { createTokens } from "../auth/tokens.ts";
import { appForTest, mailedTokens } from "../testing/app-for-test.ts";
import { createTestApp, someone, someProfile, type TestApp } from "../testing/app.ts";

const { username, email, password } = someone;
const newPassword = "another long phrase";
const invitation = { token: "a token" };

interface Change {
  /** Prepares the change. */
  readonly before?: (app: TestApp) => Promise<unknown>;
  readonly change: (app: TestApp, before: unknown) => Promise<unknown>;
  /** The login that works if nothing of the change happened, and if all of it did; `null` for none. */
  readonly signsIn: readonly [before: SignIn | null, after: SignIn | null];
  /** Types of the person's latest event. */
  readonly latest: readonly [before: string | undefined, after: string];
  /** Whether the person has no other data before the change, and after it. */
  readonly isGone: readonly [before: boolean, after: boolean];
}

interface SignIn {
  readonly username: string;
  readonly password: string;
}

const origin = { ip: "127.0.0.1", requestId: "the request" };
const member = { username, password };

const withMember = (app: TestApp) => app.member(someone);
type Member = Awaited<ReturnType<typeof withMember>>;

async function withInvited(app: TestApp): Promise<void> {
  const cause = { actorId: importActor, correlationId: "import" };
  await app.members.execute("pat", register({ username: "pat.doe", email }), cause);
  const tokens = createTokens(app.database, () => new Date());
  await tokens.issue("invitation", invitation.token, "pat", email);
}

async function withResetLink(app: TestApp): Promise<string> {
  await app.member(someone);
  await app.browser().post("/api/forgot-password", { email });
  return (await mailedTokens(app, "reset-password"))[0] ?? "";
}

const changes: Readonly<Record<string, Change>> = {
  "a registration": {
    change: (app) => app.browser().post("/api/register", someone),
    signsIn: [null, member],
    latest: [undefined, "MemberRegistered"],
    isGone: [true, false],
  },
  "an accepted invitation": {
    before: withInvited,
    change: ({ product }) =>
      product.invitations.accept({ ...invitation, isVisible: false }, origin),
    // Invited people sign in by mailed code.
    signsIn: [null, null],
    latest: ["MemberRegistered", "ShowReminderChanged"],
    isGone: [false, false],
  },
  "a declined invitation": {
    before: withInvited,
    change: ({ product }) => product.declining.decline(invitation.token, origin),
    signsIn: [null, null],
    latest: ["MemberRegistered", "MemberErased"],
    isGone: [false, true],
  },
  "a new password by a link": {
    before: withResetLink,
    change: (app, token) => app.browser().post("/api/reset-password", { token, newPassword }),
    signsIn: [member, { username, password: newPassword }],
    latest: ["MemberRegistered", "EmailVerified"],
    isGone: [false, false],
  },
  "a changed password": {
    before: withMember,
    change: (_, pat) => (pat as Member).changePassword({ currentPassword: password, newPassword }),
    signsIn: [member, { username, password: newPassword }],
    latest: ["MemberRegistered", "PasswordChanged"],
    isGone: [false, false],
  },
  "an erasure": {
    before: withMember,
    change: (_, pat) => (pat as Member).delete("/api/account"),
    signsIn: [member, null],
    latest: ["MemberRegistered", "MemberErased"],
    isGone: [false, true],
  },
};

/** Simulates a process that ends before a write, counted from 0. Later writes fail, too. */
function endBefore({ database }: TestApp, last: number) {
  const write = database.write.bind(database);
  let count = 0;
  const spy = vi.spyOn(database, "write").mockImplementation((...written) =>
    count++ < last ? write(...written) : Promise.reject(new Error("The process has ended"))
  );
  return () => {
    spy.mockRestore();
    return count > last;
  };
}

async function stateOf(app: TestApp, change: Change) {
  const signsIn = await Promise.all(
    change.signsIn.map(async (body) =>
      body !== null && (await app.browser().post("/api/login", body)).status === 200
    ),
  );
  const [last] = await app.database.read("SELECT stream, type FROM events ORDER BY position DESC");
  const residue = Object.values(await residueOf(app.database, String(last?.stream)));
  return { signsIn, latest: last?.type, isGone: residue.every((count) => count === 0) };
}

it.each(Object.entries(changes))(
  "%s is complete or missing, whenever its process ends",
  async (_, change) => {
    const outcomes: string[] = [];
    for (let last = 0, isCut = true; isCut; last++) {
      const app = await appForTest();
      const before = await change.before?.(app);
      await app.settled();
      const end = endBefore(app, last);
      await change.change(app, before).catch(() => undefined);
      await app.settled().catch(() => undefined);
      isCut = end();

      const next = await createTestApp({ beside: app });
      onTestFinished(() => next.close());
      const { latest, ...state } = await stateOf(next, change);
      const at = latest === change.latest[1] ? 1 : 0;
      outcomes.push(at === 1 ? "after" : "before");
      const expected = change.signsIn.map((who, index) => who !== null && index === at);
      expect({ latest, ...state })
        .toEqual({ signsIn: expected, latest: change.latest[at], isGone: change.isGone[at] });
      await next.close();
    }
    // It can be cut off before its transaction and after it.
    expect(new Set(outcomes)).toEqual(new Set(["before", "after"]));
  },
);

it("two registrations with one address in two processes leave only one account", async () => {
  const app = await appForTest();
  const other = await createTestApp({ beside: app });
  onTestFinished(() => other.close());
  const answers = await Promise.all(
    [app, other].map((process, at) =>
      process.browser().post("/api/register", { ...someone, username: `jane${at}` })
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  for (const table of ["member_keys", "credentials", "sessions", "tokens"]) {
    expect(await app.database.read(`SELECT * FROM ${table}`), table).toHaveLength(1);
  }
});

it("an erasure beside a save and a sign-in of the same member leaves nothing", async () => {
  for (let round = 0; round < 5; round++) {
    const app = await appForTest();
    const other = await createTestApp({ beside: app });
    onTestFinished(() => other.close());
    const pat = await app.member(someone);
    await pat.post("/api/profile", someProfile);
    const elsewhere = other.browser();
    expect((await elsewhere.post("/api/login", member)).status).toBe(200);
    const [erased, ...statuses] = (await Promise.all([
      pat.delete("/api/account"),
      elsewhere.patch("/api/profile", { bio: "Beside it" }),
      elsewhere.patch("/api/user", { username: "another" }),
      other.browser().post("/api/login", member),
      other.browser().post("/api/forgot-password", { email }),
    ])).map(({ status }) => status);
    expect(erased).toBe(204);
    // Each happens before the erasure or is refused.
    for (const status of statuses) expect([200, 401, 404]).toContain(status);
    await Promise.all([app.settled(), other.settled()]);
    const residue = await residueOf(app.database, pat.memberId);
    expect(Object.entries(residue).filter(([, count]) => count > 0)).toEqual([]);
    expect((await app.browser().post("/api/login", member)).status).toBe(401);
  }
});
