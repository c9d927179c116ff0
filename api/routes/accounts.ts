import type { Context } from "hono";
import type { MemberRecord } from "../../events/members/record.ts";
import type { Security } from "../accounts/security.ts";
import type { Origin, SignedIn } from "../auth/origin.ts";
import {
  AccountDetails,
  ChangePassword,
  Confirmation,
  ForgotPassword,
  Login,
  Registration,
  ResetPassword,
  SelectRole,
  type Session,
  type User,
  VerifyEmail,
} from "../contract/account.ts";
import { sendReceipt } from "../erasure/receipt.ts";
import type { Product } from "../product.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { Calls } from "./calls.ts";

/** Mounted at `/api`: registering, signing in and out, and one's own account. */
export function accountRoutes({ accounts, security }: Pick<Product, "accounts" | "security">) {
  const guards = [requireMember];
  return new Calls("Accounts")
    .call("POST /register", {
      summary: "Create an account and sign in",
      details: "Mails a link that confirms the address.",
      answer: [201, "User"],
      problems: [403, 409],
      limit: "200 an hour from one address, and 20 names or addresses that are taken",
      body: Registration,
      run: async ({ c, body, origin, signal }) =>
        await signIn(c, await accounts.register(body, origin, signal)),
    })
    .call("POST /login", {
      summary: "Sign in",
      answer: [200, "User"],
      problems: [401, 403],
      limit:
        "10 failures in five minutes for one account from one address or one browser, and after 100 failures of one address slowly; at most 200 a day for one account",
      body: Login,
      run: async ({ c, body, origin, signal }) =>
        await signIn(c, await accounts.login(body, origin, signal)),
    })
    .call("POST /logout", {
      summary: "Sign out",
      details: "Also when no one is signed in.",
      answer: [204],
      run: ({ c }) => c.var.signOut(),
    })
    .call("POST /forgot-password", {
      summary: "Ask for a link to set a new password",
      details:
        "The same answer in the same time whether or not there is such an account. At most five mails an hour go to one address, and the answer does not tell.",
      answer: [200, "ResetLinkSent"],
      limit: "30 an hour from one address",
      body: ForgotPassword,
      async run({ body, origin }) {
        const { isSent, ...more } = await accounts.passwordReset.request(body, origin);
        return { message: isSent ? resetLinkSent : resetLinkNotSent, ...more };
      },
    })
    .call("POST /reset-password", {
      summary: "Set a new password with the token of such a link",
      details: "A token works once, for an hour. Every session of the member ends.",
      answer: [200, "Message"],
      problems: [400],
      body: ResetPassword,
      async run({ c, body, origin, signal }) {
        c.var.keepBrowser(await accounts.passwordReset.complete(body, origin, signal));
        return { message: "Password has been reset" };
      },
    })
    .call("POST /auth/select-role", {
      summary: "Choose or change one's role",
      answer: [200, "User"],
      problems: [403, 409],
      limit: "60 changes an hour by one member; 20 wrong cadre codes an hour from one address",
      guards,
      body: SelectRole,
      run: async ({ memberId, body, origin }) =>
        toUser(await accounts.selectRole(memberId, body, origin)),
    })
    .call("POST /auth/verify-email", {
      summary: "Confirm one's address with the token of a mailed link",
      answer: [200, "Message"],
      problems: [400],
      body: VerifyEmail,
      async run({ body, origin }) {
        await accounts.verification.verify(body, origin);
        return { message: "Email address confirmed" };
      },
    })
    .call("POST /auth/resend-verification", {
      summary: "Ask for another link that confirms one's address",
      details: "Sends nothing while the address is confirmed.",
      answer: [200, "Message"],
      limit: "five mails an hour for one member and to one address",
      guards,
      async run({ memberId }) {
        await accounts.verification.resend(memberId);
        return { message: verificationSent };
      },
    })
    .call("POST /confirm", {
      summary: "Give one's password again",
      details: "For ten minutes this session can do what asks for it, as after signing in.",
      answer: [204],
      problems: [400],
      limit: "10 wrong passwords in five minutes",
      guards,
      body: Confirmation,
      async run({ memberId, body, origin, signal }) {
        await security.confirm(memberId, body, origin, signal);
      },
    })
    .call("POST /auth/change-password", {
      summary: "Change one's password",
      details:
        "The 10,000 most common ones, the program's names and one's own words are refused. Every other session and every reset link end, and the member gets an email.",
      answer: [204],
      problems: [400, 409],
      limit: "10 wrong passwords in five minutes",
      guards,
      body: ChangePassword,
      async run({ c, memberId, body, origin, signal }) {
        c.var.keepBrowser(await security.changePassword(memberId, body, origin, signal));
      },
    })
    .call("GET /sessions", {
      summary: "Where one is signed in",
      answer: [200, "Sessions"],
      guards,
      run: ({ memberId, origin }) => readSessions(security, memberId, origin),
    })
    .call("DELETE /sessions", {
      summary: "Sign out everywhere else",
      answer: [204],
      guards,
      run: ({ memberId, origin }) => security.endOtherSessions(memberId, origin),
    })
    .call("DELETE /sessions/:id", {
      summary: "End one of one's sessions",
      details: "Also when there is none.",
      answer: [204],
      parameters: [{ name: "id", in: "path", says: "As in the list", schema: { type: "string" } }],
      guards,
      run: ({ c, memberId }) => security.endSession(memberId, c.req.param("id") ?? ""),
    })
    .call("GET /user", {
      summary: "One's own account",
      answer: [200, "User"],
      guards,
      run: ({ member }) => toUser(member),
    })
    .call("PATCH /user", {
      summary: "Change one's own account",
      details:
        "A field that is not there stays as it is. A new address has to be confirmed, and the old one gets an email.",
      answer: [200, "User"],
      problems: [403, 409],
      limit:
        "60 changes an hour by one member, 20 of them to names or addresses that are taken; five new addresses an hour for one member and to one address",
      guards,
      body: AccountDetails,
      run: async ({ memberId, body, origin }) =>
        toUser(await accounts.changeDetails(memberId, body, origin)),
    })
    .call("DELETE /account", {
      summary: "Delete one's own account for good",
      details: "The key to everything personal is destroyed, sessions and pictures with it.",
      answer: [204],
      headers: {
        "Erasure-Receipt":
          "A receipt of the erasure in one line, which names no one: the program can confirm it later",
      },
      problems: [403],
      guards,
      async run({ c, memberId, origin }) {
        const receipt = await accounts.deleteAccount(memberId, origin);
        await c.var.signOut({ isDeleted: true });
        sendReceipt(c, receipt);
      },
    });
}

const verificationSent = "If your address is not confirmed yet, another link is on its way to it.";
const resetLinkSent = "If an account exists with that email, a password reset link has been sent.";

const resetLinkNotSent = "This site can't send email yet, so no password reset link was sent.";

async function signIn(c: Context<MemberEnv>, signedIn: SignedIn): Promise<User> {
  await c.var.signIn(signedIn);
  return toUser(signedIn.member);
}

/** An account as its owner reads it. */
export function toUser(member: MemberRecord): User {
  const { memberId: id, username, email, emailVerified, firstName, lastName } = member;
  const { profileImageUrl, role, createdAt, updatedAt } = member;
  return {
    ...{ id, username, email, emailVerified, firstName, lastName },
    ...{ profileImageUrl, role, createdAt, updatedAt },
  };
}

/** The current session first, then by the last visit. */
export async function readSessions(
  security: Pick<Security, "sessions">,
  memberId: string,
  origin: Origin,
): Promise<Session[]> {
  const sessions = (await security.sessions(memberId)).map((session) => ({
    ...session,
    isCurrent: session.id === origin.session?.id,
  }));
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}
