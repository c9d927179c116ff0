import type { Context } from "hono";
import type { ConnectionCommand } from "../../events/connections/commands.ts";
import type { Connections } from "../connections/connections.ts";
import {
  Acceptance,
  AskForHelp,
  AskInstead,
  Declining,
  Feedback,
  MentoringChange,
  MessageReport,
  NewMessage,
} from "../contract/connections.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { changesAnHour, type Parameter } from "../openapi/describe.ts";
import { Problem } from "../problems.ts";
import { Calls, idOf } from "./calls.ts";

const group = "Requests and conversations";
const messages = "120 requests, answers and messages an hour by one member";
const changed = {
  answer: [200, "ChangedConnection"],
  problems: [404, 409],
  limit: messages,
} as const;
const before = (says: string): Parameter => ({
  name: "before",
  in: "query",
  says,
  schema: { type: "string", format: "uuid" },
});

/** Mounted at `/api/connections`. 404 for other people's connections. */
export function connectionRoutes(connections: Connections) {
  const act = (c: Context<MemberEnv>, command: ConnectionCommand) =>
    connections.act(c.var.member.memberId, connectionIdIn(c), command, c.var.origin);

  return new Calls(group, requireMember, requireRole, requireIn)
    .call("GET /", {
      summary: "One's own requests and conversations",
      answer: [200, "ConnectionLists"],
      problems: [404],
      parameters: [
        before("Id of a connection that has ended: those before it, in place of the latest"),
      ],
      run: ({ c, memberId }) => connections.list(memberId, rangeIn(c, noConversation)),
    })
    .call("POST /", {
      summary: "Ask a member for help",
      details:
        "The other one gets an email, and no address reaches either of them. A request that is not answered expires after 14 days.",
      answer: [201, "ConnectionWithMessages"],
      problems: [400, 403, 404, 409],
      limit:
        "120 requests, answers and messages an hour by one member; 5 that are open at once, 10 a week, and the same member again 30 days after a no",
      body: AskForHelp,
      run: ({ memberId, body, origin }) => connections.ask(memberId, body, origin),
    })
    .call("GET /:id", {
      summary: "A connection with its latest messages",
      details:
        "Up to 50 messages, fewer where they are long and at least one. `before` leads to earlier ones. Nothing is recorded about who has read what.",
      answer: [200, "ConnectionWithMessages"],
      problems: [404],
      parameters: [before("Id of a message: those before it, in place of the latest")],
      run({ c, memberId }) {
        const range = rangeIn(c, "Message not found");
        return connections.read(memberId, connectionIdIn(c), range);
      },
    })
    .call("GET /:id/events", {
      summary: "Follow a connection",
      details:
        "Server-sent events: `changed` says that something is new, and not what. The stream ends with the session, and when the connection is the caller's no more.",
      answer: [200, "text/event-stream"],
      problems: [403, 404],
      limit: "10 at once by one member",
      async run({ c, memberId, origin: { session } }) {
        // Browsers send this header; another site's page could learn whether someone writes.
        if ((c.req.header("Sec-Fetch-Site") ?? "same-origin") !== "same-origin") {
          throw new Problem(403, "This request did not come from a page of this site");
        }
        const reader = { memberId, sessionId: session?.id };
        const stream = await connections.watch(reader, connectionIdIn(c));
        c.header("Content-Type", "text/event-stream");
        // So that proxies pass each line on at once.
        c.header("Cache-Control", "private, no-store, no-transform");
        c.header("X-Accel-Buffering", "no");
        if (c.req.raw.method === "GET") return c.body(stream);
        // HEAD would leave a stream open without a reader.
        await stream.cancel();
        return c.body(null);
      },
    })
    .call("POST /:id/accept", {
      ...changed,
      summary: "Accept a request",
      details:
        "Both can write from then on. A second time changes nothing; with a note it is a 409.",
      body: Acceptance,
      run: ({ c, body }) => act(c, { type: "Accept", ...body, way: "site" }),
    })
    .call("POST /:id/decline", {
      ...changed,
      summary: "Decline a request",
      details:
        "With `pauseUntil` no other requests are taken until that month. A second time changes nothing; with a note, another reason or another pause it is a 409.",
      body: Declining,
      run: ({ c, body }) => act(c, { type: "Decline", ...body, way: "site" }),
    })
    .call("POST /:id/withdraw", {
      ...changed,
      summary: "Take one's request back",
      run: ({ c }) => act(c, { type: "Withdraw" }),
    })
    .call("GET /:id/ask-instead", {
      summary: "Find others who help with the same",
      details:
        "For the asker of a request that the mentor left unanswered for 7 days (`isSilent`): up to three members who offer at least one of its topics and take requests now.",
      answer: [200, "OthersWhoHelp"],
      problems: [404, 409],
      run: ({ c, memberId, origin }) => connections.others(memberId, connectionIdIn(c), origin),
    })
    .call("POST /:id/ask-instead", {
      summary: "Ask someone else in place of an unanswered request",
      details:
        "Withdraws the request and sends its note to another member, about the topics that they offer: both or neither. A second time changes nothing. The first mentor isn't told of it, and a 409 says when they have just answered.",
      answer: [201, "ConnectionWithMessages"],
      problems: [400, 403, 404, 409],
      limit: `${messages}; the limits of asking`,
      body: AskInstead,
      run: ({ c, memberId, body, origin }) =>
        connections.askInstead(memberId, connectionIdIn(c), body, origin),
    })
    .call("POST /:id/end", {
      ...changed,
      summary: "End a conversation",
      run: ({ c }) => act(c, { type: "End" }),
    })
    .call("POST /:id/messages", {
      ...changed,
      summary: "Write a message",
      details:
        "While it is requested or accepted; before the first answer, the asker writes three at most. The other one gets an email.",
      answer: [201, "ConnectionMessage"],
      body: NewMessage,
      run: async ({ c, body }) =>
        (await act(c, { type: "Write", ...body, way: "site" })).messages[0],
    })
    .call("POST /:id/feedback", {
      ...changed,
      summary: "Say whether it helped",
      details:
        "Once, by who asked, after the end. The words are for the other one; no rating is shown.",
      answer: [204],
      body: Feedback,
      async run({ c, body }) {
        await act(c, { type: "GiveFeedback", ...body });
      },
    })
    .call("POST /:id/report", {
      ...changed,
      summary: "Report a message of the other one",
      details:
        "The program reads the message that is reported. The conversation ends. The same message again changes nothing; another one is refused while the first report is open.",
      answer: [204],
      limit: `${messages}; ten reports a day`,
      body: MessageReport,
      run: ({ c, memberId, body, origin }) =>
        connections.report(memberId, connectionIdIn(c), body, origin),
    });
}

/** Mounted at `/api/blocks`. */
export function blockRoutes(connections: Pick<Connections, "block" | "unblock" | "blocked">) {
  const problems = [403, 404] as const;
  return new Calls(group, requireMember, requireIn)
    .call("GET /", {
      summary: "Whom one has blocked",
      details: "Without a name where the profile is hidden and the two were never in touch.",
      answer: [200, "PublicUsers"],
      problems: [403],
      run: ({ memberId }) => connections.blocked(memberId),
    })
    .call("PUT /:memberId", {
      summary: "Block a member",
      details:
        "A conversation with them ends. What they ask from then on is not shown to the caller, and nothing tells them. A second time changes nothing.",
      answer: [204],
      problems,
      limit: changesAnHour,
      run: ({ memberId, id, origin }) => connections.block(memberId, id("memberId"), origin),
    })
    .call("DELETE /:memberId", {
      summary: "Unblock a member",
      details: "Also when they were not blocked. What they asked while blocked stays hidden.",
      answer: [204],
      problems,
      limit: changesAnHour,
      run: ({ memberId, id, origin }) => connections.unblock(memberId, id("memberId"), origin),
    });
}

/** Mounted at `/api/mentoring`: preferences for requests for help. */
export function mentoringRoutes(connections: Pick<Connections, "settings" | "changeSettings">) {
  return new Calls(group, requireMember)
    .call("GET /", {
      summary: "What one says about requests for help",
      answer: [200, "MentoringSettings"],
      run: ({ memberId }) => connections.settings(memberId),
    })
    .call("PATCH /", {
      summary: "Change what one says about requests for help",
      details: "What is not there stays as it is; `pausedUntil` null ends a pause.",
      answer: [200, "MentoringSettings"],
      limit: changesAnHour,
      body: MentoringChange,
      run: ({ memberId, body, origin }) => connections.changeSettings(memberId, body, origin),
    });
}

const noConversation = "Conversation not found";
const connectionIdIn = (c: Context) => idOf(c.req.param("id") ?? "", noConversation);

function rangeIn(c: Context, message: string) {
  const { before } = c.req.query();
  return before === undefined ? {} : { before: idOf(before, message) };
}
