/**
 * Pages over the real product, with members that a test describes by their state.
 * @module
 */
import { importActor } from "../../events/invitations/invitation.ts";
import type { MemberCommand } from "../../events/members/commands.ts";
import { byName, profileFields } from "../../events/members/profile-fields.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { cause } from "../../events/testing/system.ts";
import { createSessions } from "../../api/auth/sessions.ts";
import { createTokens, type TokenKind } from "../../api/auth/tokens.ts";
import type { TestApp } from "../../api/testing/app.ts";
import { passwordGivenLongAgo } from "../../api/testing/password-given-long-ago.ts";
import { quickHashing } from "../../api/testing/quick-hashing.ts";
import { answerOf, type Form, realSiteForTest, type RealSiteOptions } from "./real-site.ts";

export const now = () => new Date("2026-11-20T12:00:00Z");
/** Origin of requests by which tests call the product directly. */
export const origin = { ip: "192.0.2.1", requestId: "test" };
/** Every member's password. */
const password = "correct horse";

export interface TestSiteOptions extends RealSiteOptions {
  readonly members?: readonly MemberRecord[];
  /** Whether every session's password was checked recently. */
  readonly isConfirmed?: boolean;
}

export type TestSite = Awaited<ReturnType<typeof createTestSite>>;

/** A site for the running test, or for all tests of a file. Members are named by their ids. */
export async function createTestSite(
  { members = [], isConfirmed = true, ...options }: TestSiteOptions = {},
) {
  const site = await realSiteForTest({ now, ...options });
  const { testApp } = site;
  const sessions = createSessions(testApp.database, now);
  const tokens = new Map<string, string>();

  async function addMembers(records: readonly MemberRecord[]) {
    await registerMembers(testApp, records);
    for (const { memberId } of records) {
      await addPassword(testApp, memberId);
      await signIn(memberId);
    }
    if (!isConfirmed) await passwordGivenLongAgo(testApp);
  }

  const began = { browser: "Firefox on Windows", proofs: ["password"] } as const;
  async function signIn(memberId: string) {
    tokens.set(memberId, (await sessions.create(memberId, began)).token);
  }

  /** The headers that a signed-in member's browser sends. */
  function cookie(memberId?: string): Record<string, string> {
    return memberId === undefined ? {} : { Cookie: `session=${tokens.get(memberId) ?? ""}` };
  }

  if (members.length > 0) await addMembers(members);
  return {
    ...site,
    cookie,
    sessions,
    signIn,
    addMembers,
    product: testApp.product,
    /** Makes a token like that of a member's mailed link. */
    async issue(kind: TokenKind, token: string, { memberId, email }: MemberRecord) {
      await createTokens(testApp.database, now).issue(kind, token, memberId, email);
    },
    /** The member's state; `undefined` once they were erased. */
    stored: (memberId: string) => testApp.readModel.members.byId(memberId),
    /** Runs a command in a member's name. */
    async execute(memberId: string, command: MemberCommand) {
      await testApp.members.execute(memberId, command, cause);
      await testApp.updateIndex();
    },
    /** Deletes an account, as its owner would. */
    leave: (memberId: string) =>
      testApp.product.deleteAccount(memberId, {
        ...origin,
        session: { id: "", proofs: { password: now().getTime() } },
      }),
    get: (path: string, memberId?: string) => site.request(path, { headers: cookie(memberId) }),
    /** The HTML of a page. */
    page: async (path: string, memberId?: string) =>
      await (await site.request(path, { headers: cookie(memberId) })).text(),
    /** Posts a form as a browser without script would. */
    async send(path: string, form: Form, memberId?: string) {
      const headers = { ...cookie(memberId), Origin: site.origin };
      const body = new URLSearchParams(form);
      return await answerOf(await site.request(path, { method: "POST", headers, body }));
    },
  };
}

/** Registers members with the given state, without a password. */
export async function registerMembers(
  { members, updateIndex }: Pick<TestApp, "members" | "updateIndex">,
  records: readonly MemberRecord[],
): Promise<void> {
  for (const [actorId, some] of Map.groupBy(records, inviterOf)) {
    const work = some.map((one) => ({ memberId: one.memberId, commands: commandsFor(one) }));
    await members.executeAll(work, { ...cause, actorId });
  }
  await updateIndex();
}

const inviterOf = ({ invitation }: MemberRecord) =>
  invitation === null ? cause.actorId : importActor;

/** Commands that produce a member with this state. */
function commandsFor(record: MemberRecord): readonly MemberCommand[] {
  const { username, email, firstName, lastName, role, admission, profile } = record;
  return [
    {
      ...{ type: "Register", username, email, firstName, lastName, role } as const,
      confirmedBy: record.isCadreConfirmed ? "code" : undefined,
      needs: admission?.state === "waiting"
        ? admission.needs
        : admission === null
        ? undefined
        : "approval",
    },
    ...record.emailVerified ? [{ type: "VerifyEmail", email } as const] : [],
    ...admission?.state === "refused" ? [{ type: "Refuse", words: admission.words } as const] : [],
    ...profile === null ? [] : [{
      ...{ type: "CreateProfile", fields: byName(profileFields, (name) => profile[name]) } as const,
      isVisible: profile.isVisible,
      sharedFields: profile.sharedFields,
    }],
  ];
}

async function addPassword({ database }: TestApp, memberId: string) {
  await database.write([{
    sql: "INSERT INTO credentials (member_id, password_hash, changed_at_ms) VALUES (?, ?, ?)",
    args: [memberId, await quickHashing.hash(password), now().getTime()],
  }]);
}
