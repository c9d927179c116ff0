import { RefusedSurge, Refusing, ReportDecision } from "../contract/program.ts";
import { asksForPassword, bodyOf } from "./account-calls.ts";
import type { Call, Parameter } from "./call.ts";

const person: Parameter = {
  name: "id",
  in: "path",
  says: "Id of the person",
  schema: { type: "string", format: "uuid" },
};

const notStaff = "The caller is not staff";
const nobody = { 404: `${notStaff}, or there is no such person` } as const;
const done = { status: 204, says: "It is recorded" } as const;
const mailed = "The person and all other staff are mailed.";

/** What cadre who were confirmed decide for the program. */
export const programCalls: readonly Call[] = [
  {
    method: "get",
    path: "/api/program/people",
    summary: "Applicants, past decisions, and cadre",
    who: "member",
    success: { status: 200, says: "The lists", schema: "ProgramLists" },
    problems: { 404: notStaff },
  },
  {
    method: "post",
    path: "/api/program/people/{id}/accept",
    summary: "Approve a member",
    details:
      "Also after a decline. They get an email. It also vouches for a member who signed up without approval. " +
      "A second time changes nothing.",
    who: "member",
    parameters: [person],
    success: done,
    problems: { ...nobody, 409: "Someone else has refused them since" },
  },
  {
    method: "post",
    path: "/api/program/people/{id}/refuse",
    summary: "Decline an applicant, or remove access",
    details:
      "They see no one, and no one sees them. They get an email, with the words. A second time " +
      "changes nothing. To remove the access of an approved member, send `seen`: `in`.",
    who: "member",
    parameters: [person],
    body: bodyOf(Refusing),
    success: done,
    problems: {
      ...nobody,
      403: asksForPassword,
      409: "They have staff access, or someone else has approved them since",
    },
  },
  {
    method: "post",
    path: "/api/program/people/{id}/confirm-cadre",
    summary: "Confirm that someone is cadre",
    details: `They get staff access; an applicant is approved with it. ${mailed}`,
    who: "member",
    parameters: [person],
    success: done,
    problems: {
      ...nobody,
      403: asksForPassword,
      409: "They have another role, or their address is not confirmed",
    },
  },
  {
    method: "post",
    path: "/api/program/people/{id}/unconfirm-cadre",
    summary: "Remove someone's staff access",
    details: mailed,
    who: "member",
    parameters: [person],
    success: done,
    problems: { ...nobody, 403: asksForPassword, 409: "It is the caller's own, and the last" },
  },
  {
    method: "post",
    path: "/api/program/people/{id}/open-asking",
    summary: "Let someone ask others for help again",
    details: "They get an email.",
    who: "member",
    parameters: [person],
    success: done,
    problems: nobody,
  },
  {
    method: "get",
    path: "/api/program/surge",
    summary: "The busiest hour of looks at contacts by new accounts",
    details:
      "Of the last seven days; null where there is none, or staff have refused or accepted its accounts.",
    who: "member",
    success: { status: 200, says: "The surge", schema: "ProgramSurge" },
    problems: { 404: notStaff },
  },
  {
    method: "post",
    path: "/api/program/surge/refuse",
    summary: "Refuse all accounts of a surge",
    details: "But for those that staff have accepted since. They get an email.",
    who: "member",
    body: bodyOf(RefusedSurge),
    success: { status: 200, says: "How many were refused", schema: "SurgeRefused" },
    problems: { 403: asksForPassword, 404: notStaff },
  },
  {
    method: "get",
    path: "/api/program/reports",
    summary: "Messages that were reported",
    details:
      "The oldest open one first, then those that were handled, the latest first; 50 a page. Not those " +
      "about the caller. Once a text is gone, so are the names.",
    who: "member",
    parameters: [
      {
        name: "state",
        in: "query",
        says: "Only these; both, without it",
        schema: { type: "string", enum: ["open", "handled"] },
      },
      { name: "page", in: "query", says: "From 1", schema: { type: "integer", minimum: 1 } },
    ],
    success: { status: 200, says: "The reports", schema: "ProgramReports" },
    problems: { 404: notStaff },
  },
  {
    method: "post",
    path: "/api/program/reports/{id}",
    summary: "Handle a report",
    details:
      "`warn` and `close` mail the words to whose message it is; `close` keeps them from asking " +
      "others for help. Who reported it is not named.",
    who: "member",
    parameters: [{ ...person, says: "Id of the report" }],
    body: bodyOf(ReportDecision),
    success: done,
    problems: {
      403: "The caller has reported it, and someone else can handle it",
      404: `${notStaff}, or there is no such report`,
      409: "Someone has handled it already, or its text is gone",
    },
  },
];
