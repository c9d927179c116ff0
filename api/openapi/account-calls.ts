import { z } from "zod";
import {
  AccountDetails,
  ChangePassword,
  Confirmation,
  ForgotPassword,
  Login,
  Registration,
  ResetPassword,
  SelectRole,
  VerifyEmail,
} from "../contract/account.ts";
import type { Call, JsonSchema } from "./call.ts";

const takesName = { 409: "The username or the email address is taken" } as const;
const needsCode = { 403: "The program asks cadre for a code, and this is not it" } as const;

const wrongPasswords = "10 wrong passwords in five minutes";
export const asksForPassword =
  "the password was not given in the last ten minutes (`confirm` is true)";

/** Coming in, going out, and one's own account. */
export const accountCalls: readonly Call[] = [
  {
    method: "post",
    path: "/api/register",
    summary: "Create an account and sign in",
    details: "Mails a link that confirms the address.",
    who: "anyone",
    body: bodyOf(Registration),
    success: { status: 201, says: "The account; the session's cookie is set", schema: "User" },
    problems: { ...takesName, 403: `${needsCode[403]}; or registration is by invitation` },
    limit: "200 an hour from one address, and 20 names or addresses that are taken",
  },
  {
    method: "post",
    path: "/api/login",
    summary: "Sign in",
    who: "anyone",
    body: bodyOf(Login),
    success: { status: 200, says: "The account; the session's cookie is set", schema: "User" },
    problems: { 401: "Invalid username or password", 403: "The account is suspended" },
    limit: "10 failures in five minutes for one account from one address or one browser, and " +
      "after 100 failures of one address slowly; at most 200 a day for one account",
  },
  {
    method: "post",
    path: "/api/logout",
    summary: "Sign out",
    details: "Also when no one is signed in.",
    who: "anyone",
    success: { status: 204, says: "The session has ended" },
  },
  {
    method: "post",
    path: "/api/forgot-password",
    summary: "Ask for a link to set a new password",
    details: "The same answer in the same time whether or not there is such an account. At most " +
      "five mails an hour go to one address, and the answer does not tell.",
    who: "anyone",
    body: bodyOf(ForgotPassword),
    success: {
      status: 200,
      says: "Everything that could be done is done",
      schema: "ResetLinkSent",
    },
    limit: "30 an hour from one address",
  },
  {
    method: "post",
    path: "/api/reset-password",
    summary: "Set a new password with the token of such a link",
    details: "A token works once, for an hour. Every session of the member ends.",
    who: "anyone",
    body: bodyOf(ResetPassword),
    success: { status: 200, says: "The password is set", schema: "Message" },
    problems: { 400: "Invalid or expired reset token" },
  },
  {
    method: "post",
    path: "/api/auth/select-role",
    summary: "Choose or change one's role",
    who: "member",
    body: bodyOf(SelectRole),
    success: { status: 200, says: "The account", schema: "User" },
    problems: {
      403: `${needsCode[403]}; to become cadre: ${asksForPassword}`,
      409: "They are the only staff member",
    },
    limit: "60 changes an hour by one member; 20 wrong cadre codes an hour from one address",
  },
  {
    method: "post",
    path: "/api/auth/verify-email",
    summary: "Confirm one's address with the token of a mailed link",
    who: "anyone",
    body: bodyOf(VerifyEmail),
    success: { status: 200, says: "The address is confirmed", schema: "Message" },
    problems: { 400: "Invalid or expired verification link" },
  },
  {
    method: "post",
    path: "/api/auth/resend-verification",
    summary: "Ask for another link that confirms one's address",
    details: "Sends nothing while the address is confirmed.",
    who: "member",
    success: { status: 200, says: "Everything that could be done is done", schema: "Message" },
    limit: "five mails an hour for one member and to one address",
  },
  {
    method: "post",
    path: "/api/confirm",
    summary: "Give one's password again",
    details: "For ten minutes this session can do what asks for it, as after signing in.",
    who: "member",
    body: bodyOf(Confirmation),
    success: { status: 204, says: "It is the member" },
    problems: { 400: "It is not the password" },
    limit: wrongPasswords,
  },
  {
    method: "post",
    path: "/api/auth/change-password",
    summary: "Change one's password",
    details: "The 10,000 most common ones and one's own words are refused. Every other session " +
      "and every reset link end, and the member gets an email.",
    who: "member",
    body: bodyOf(ChangePassword),
    success: { status: 204, says: "It is changed" },
    problems: {
      400: "The current one is wrong, or the new one is easily guessed",
      409: "It has changed since",
    },
    limit: wrongPasswords,
  },
  {
    method: "get",
    path: "/api/sessions",
    summary: "Where one is signed in",
    who: "member",
    success: { status: 200, says: "The sessions, the one seen last first", schema: "Sessions" },
  },
  {
    method: "delete",
    path: "/api/sessions",
    summary: "Sign out everywhere else",
    who: "member",
    success: { status: 204, says: "Every other session has ended" },
  },
  {
    method: "delete",
    path: "/api/sessions/{id}",
    summary: "End one of one's sessions",
    details: "Also when there is none.",
    who: "member",
    parameters: [{
      name: "id",
      in: "path",
      says: "As in the list",
      schema: { type: "string" },
    }],
    success: { status: 204, says: "The session has ended" },
  },
  {
    method: "get",
    path: "/api/user",
    summary: "One's own account",
    who: "member",
    success: { status: 200, says: "The account", schema: "User" },
  },
  {
    method: "patch",
    path: "/api/user",
    summary: "Change one's own account",
    details: "A field that is not there stays as it is. A new address has to be confirmed, and " +
      "the old one gets an email.",
    who: "member",
    body: bodyOf(AccountDetails),
    success: { status: 200, says: "The account as it is now", schema: "User" },
    problems: { ...takesName, 403: `For a new address: ${asksForPassword}` },
    limit: "60 changes an hour by one member, 20 of them to names or addresses that are taken; " +
      "five new addresses an hour for one member and to one address",
  },
  {
    method: "delete",
    path: "/api/account",
    summary: "Delete one's own account for good",
    details: "The key to everything personal is destroyed, sessions and pictures with it.",
    who: "member",
    problems: { 403: asksForPassword },
    success: {
      status: 204,
      says: "There is no such member anymore",
      headers: {
        "Erasure-Receipt":
          "A receipt of the erasure in one line, which names no one: the program " +
          "can confirm it later",
      },
    },
  },
];

/** What a body may be, before it is trimmed and its defaults are filled in. */
export function bodyOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io: "input" });
  return body;
}
