import {
  Acceptance,
  AskForHelp,
  Declining,
  Feedback,
  MentoringChange,
  MessageReport,
  NewMessage,
} from "../contract/connections.ts";
import { bodyOf } from "./account-calls.ts";
import type { Call, Parameter } from "./call.ts";

const id: Parameter = {
  name: "id",
  in: "path",
  says: "Id of the connection",
  schema: { type: "string", format: "uuid" },
};

const memberId: Parameter = {
  name: "memberId",
  in: "path",
  says: "Id of the other member",
  schema: { type: "string", format: "uuid" },
};

const before: Parameter = {
  name: "before",
  in: "query",
  says: "Id of a message: those before it, in place of the latest",
  schema: { type: "string", format: "uuid" },
};

const notIn = { 403: "The program has not let the caller in" } as const;
const notFound = { 404: "There is none that the caller is a party of" } as const;
const answered = { ...notFound, 409: "It was answered, withdrawn or has expired already" } as const;
const over = { ...notFound, 409: "It has ended" } as const;

const messages = "120 requests, answers and messages an hour by one member";
const changes = "60 changes an hour by one member";

const connection = {
  status: 200,
  says: "The connection as it is now",
  schema: "ChangedConnection",
} as const;

/** Requests for help, conversations, and what members say about them. */
export const connectionCalls: readonly Call[] = [
  {
    method: "get",
    path: "/api/connections",
    summary: "One's own requests and conversations",
    who: "member with a role",
    success: {
      status: 200,
      says:
        "What waits for the caller, what goes on and the latest 50 that have ended, each latest first",
      schema: "ConnectionLists",
    },
    parameters: [{
      ...before,
      says: "Id of a connection that has ended: those before it, in place of the latest",
    }],
    problems: { 404: "There is none that has ended and that the caller is a party of" },
  },
  {
    method: "post",
    path: "/api/connections",
    summary: "Ask a member for help",
    details:
      "The other one gets an email, and no address reaches either of them. A request that is " +
      "not answered expires after 14 days.",
    who: "member with a role",
    body: bodyOf(AskForHelp),
    success: { status: 201, says: "The request", schema: "ConnectionWithMessages" },
    problems: {
      400: "A topic is none that this member offers, or it is the caller",
      403:
        "They are not taking requests right now, said no within 30 days, the caller's own address is not " +
        "confirmed, or staff keep them from asking",
      404: "There is no profile, or it is hidden",
      409: "The two are in touch already, or the caller has blocked this member, now or recently",
    },
    limit: `${messages}; 5 that are open at once, 10 a week, and the same member again 30 days ` +
      "after a no",
  },
  {
    method: "get",
    path: "/api/connections/{id}",
    summary: "A connection with its latest messages",
    details:
      "Up to 50 messages, fewer where they are long and at least one. `before` leads to earlier ones. " +
      "Nothing is recorded about who has read what.",
    who: "member with a role",
    parameters: [id, before],
    success: { status: 200, says: "The connection", schema: "ConnectionWithMessages" },
    problems: { 404: `${notFound[404]}, or it has no such message` },
  },
  {
    method: "get",
    path: "/api/connections/{id}/events",
    summary: "Follow a connection",
    details:
      "Server-sent events: `changed` says that something is new, and not what. The stream ends with the " +
      "session, and when the connection is the caller's no more.",
    who: "member with a role",
    parameters: [id],
    success: { status: 200, says: "The events", types: ["text/event-stream"] },
    problems: { 403: "It was asked for by a page of another site", ...notFound },
    limit: "10 at once by one member",
  },
  {
    method: "post",
    path: "/api/connections/{id}/accept",
    summary: "Accept a request",
    details: "Both can write from then on. A second time changes nothing; with a note it is a 409.",
    who: "member with a role",
    parameters: [id],
    body: bodyOf(Acceptance),
    success: connection,
    problems: { ...notFound, 409: `${answered[409]}, or the caller has no room for another one` },
    limit: messages,
  },
  {
    method: "post",
    path: "/api/connections/{id}/decline",
    summary: "Decline a request",
    details:
      "With `pauseUntil` no other requests are taken until that month. A second time changes " +
      "nothing; with a note, another reason or another pause it is a 409.",
    who: "member with a role",
    parameters: [id],
    body: bodyOf(Declining),
    success: connection,
    problems: answered,
    limit: messages,
  },
  {
    method: "post",
    path: "/api/connections/{id}/withdraw",
    summary: "Take one's request back",
    who: "member with a role",
    parameters: [id],
    success: connection,
    problems: answered,
    limit: messages,
  },
  {
    method: "post",
    path: "/api/connections/{id}/end",
    summary: "End a conversation",
    who: "member with a role",
    parameters: [id],
    success: connection,
    problems: over,
    limit: messages,
  },
  {
    method: "post",
    path: "/api/connections/{id}/messages",
    summary: "Write a message",
    details:
      "While it is requested or accepted; before the first answer, the asker writes three at most. The other " +
      "one gets an email.",
    who: "member with a role",
    parameters: [id],
    body: bodyOf(NewMessage),
    success: { status: 201, says: "The message", schema: "ConnectionMessage" },
    problems: over,
    limit: messages,
  },
  {
    method: "post",
    path: "/api/connections/{id}/feedback",
    summary: "Say whether it helped",
    details:
      "Once, by who asked, after the end. The words are for the other one; no rating is shown.",
    who: "member with a role",
    parameters: [id],
    body: bodyOf(Feedback),
    success: { status: 204, says: "It is recorded" },
    problems: { ...notFound, 409: "It is not over yet, or that was said already" },
    limit: messages,
  },
  {
    method: "post",
    path: "/api/connections/{id}/report",
    summary: "Report a message of the other one",
    details:
      "The program reads the message that is reported. The conversation ends. The same message again " +
      "changes nothing; another one is refused while the first report is open.",
    who: "member with a role",
    parameters: [id],
    body: bodyOf(MessageReport),
    success: { status: 204, says: "It is reported" },
    problems: {
      404: `${notFound[404]}, or no such message of the other one`,
      409: `${over[409]}, or an earlier report is open`,
    },
    limit: `${messages}; ten reports a day`,
  },
  {
    method: "get",
    path: "/api/blocks",
    summary: "Whom one has blocked",
    details: "Without a name where the profile is hidden and the two were never in touch.",
    who: "member",
    success: { status: 200, says: "The members", schema: "PublicUsers" },
    problems: notIn,
  },
  {
    method: "put",
    path: "/api/blocks/{memberId}",
    summary: "Block a member",
    details:
      "A conversation with them ends. What they ask from then on is not shown to the caller, " +
      "and nothing tells them. A second time changes nothing.",
    who: "member",
    parameters: [memberId],
    success: { status: 204, says: "They are blocked" },
    problems: { ...notIn, 404: "There is no such member" },
    limit: changes,
  },
  {
    method: "delete",
    path: "/api/blocks/{memberId}",
    summary: "Unblock a member",
    details: "Also when they were not blocked. What they asked while blocked stays hidden.",
    who: "member",
    parameters: [memberId],
    success: { status: 204, says: "They are not blocked" },
    problems: { ...notIn, 404: "The id is none" },
    limit: changes,
  },
  {
    method: "get",
    path: "/api/mentoring",
    summary: "What one says about requests for help",
    who: "member",
    success: { status: 200, says: "The settings", schema: "MentoringSettings" },
  },
  {
    method: "patch",
    path: "/api/mentoring",
    summary: "Change what one says about requests for help",
    details: "What is not there stays as it is; `pausedUntil` null ends a pause.",
    who: "member",
    body: bodyOf(MentoringChange),
    success: { status: 200, says: "The settings as they are now", schema: "MentoringSettings" },
    limit: changes,
  },
];
