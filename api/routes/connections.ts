import { type Context, Hono } from "hono";
import type { ConnectionCommand } from "../../events/connections/commands.ts";
import type { MessageWay } from "../../events/connections/words.ts";
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
import { valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import { idOf } from "./ids.ts";
import { changesAnHour, describe } from "../openapi/describe.ts";
import type { Connections } from "../connections/connections.ts";

const group = "Requests and conversations";
const messages = "120 requests, answers and messages an hour by one member";
/** The answer of every change of a connection. */
const changed = {
  answer: [200, "ChangedConnection"],
  problems: [404, 409],
  limit: messages,
} as const;

/** Mounted at `/api/connections`. For other people's connections every call answers 404. */
export function connectionRoutes(connections: Connections) {
  const act = (c: Context<MemberEnv>, command: ConnectionCommand) => {
    const { member, origin } = c.var;
    return connections.act(member.memberId, talkIdOf(c.req.param("id") ?? ""), command, origin);
  };

  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get(
      "/",
      describe(group, "One's own requests and conversations", {
        answer: [200, "ConnectionLists"],
        problems: [404],
        parameters: [{
          name: "before",
          in: "query",
          says: "Id of a connection that has ended: those before it, in place of the latest",
          schema: { type: "string", format: "uuid" },
        }],
      }),
      async (c) => {
        const { before } = c.req.query();
        const range = before === undefined ? {} : { before: talkIdOf(before) };
        return c.json(await connections.list(c.var.member.memberId, range));
      },
    )
    .post(
      "/",
      describe(group, "Ask a member for help", {
        details:
          "The other one gets an email, and no address reaches either of them. A request that is not answered expires after 14 days.",
        answer: [201, "ConnectionWithMessages"],
        problems: [400, 403, 404, 409],
        limit:
          "120 requests, answers and messages an hour by one member; 5 that are open at once, 10 a week, and the same member again 30 days after a no",
      }),
      valid(AskForHelp),
      async (c) => {
        const { member, origin } = c.var;
        return c.json(await connections.ask(member.memberId, c.req.valid("json"), origin), 201);
      },
    )
    .get(
      "/:id",
      describe(group, "A connection with its latest messages", {
        details:
          "Up to 50 messages, fewer where they are long and at least one. `before` leads to earlier ones. Nothing is recorded about who has read what.",
        answer: [200, "ConnectionWithMessages"],
        problems: [404],
        parameters: [{
          name: "before",
          in: "query",
          says: "Id of a message: those before it, in place of the latest",
          schema: { type: "string", format: "uuid" },
        }],
      }),
      async (c) => {
        const { before } = c.req.query();
        const range = before === undefined ? {} : { before: idOf(before, "Message not found") };
        const id = talkIdOf(c.req.param("id"));
        return c.json(await connections.read(c.var.member.memberId, id, range));
      },
    )
    .get(
      "/:id/events",
      describe(group, "Follow a connection", {
        details:
          "Server-sent events: `changed` says that something is new, and not what. The stream ends with the session, and when the connection is the caller's no more.",
        answer: [200, "text/event-stream"],
        problems: [403, 404],
        limit: "10 at once by one member",
      }),
      async (c) => {
        const { member: { memberId }, origin: { session } } = c.var;
        // Browsers send this header; a page of another site would learn whether someone writes.
        if ((c.req.header("Sec-Fetch-Site") ?? "same-origin") !== "same-origin") {
          throw new Problem(403, "This request did not come from a page of this site");
        }
        const id = talkIdOf(c.req.param("id"));
        const stream = await connections.watch({ memberId, sessionId: session?.id }, id);
        c.header("Content-Type", "text/event-stream");
        // So that proxies pass each line on at once.
        c.header("Cache-Control", "private, no-store, no-transform");
        c.header("X-Accel-Buffering", "no");
        if (c.req.raw.method === "GET") return c.body(stream);
        // HEAD would leave a stream open without a reader.
        await stream.cancel();
        return c.body(null);
      },
    )
    .post(
      "/:id/accept",
      describe(group, "Accept a request", {
        details:
          "Both can write from then on. A second time changes nothing; with a note it is a 409.",
        ...changed,
      }),
      valid(Acceptance),
      async (c) => {
        return c.json(await act(c, { type: "Accept", ...c.req.valid("json"), way: "site" }));
      },
    )
    .post(
      "/:id/decline",
      describe(group, "Decline a request", {
        details:
          "With `pauseUntil` no other requests are taken until that month. A second time changes nothing; with a note, another reason or another pause it is a 409.",
        ...changed,
      }),
      valid(Declining),
      async (c) => {
        return c.json(await act(c, decline(c.req.valid("json"))));
      },
    )
    .post(
      "/:id/withdraw",
      describe(group, "Take one's request back", changed),
      async (c) => c.json(await act(c, { type: "Withdraw" })),
    )
    .get(
      "/:id/ask-instead",
      describe(group, "Find others who help with the same", {
        details:
          "For the asker of a request that the mentor left unanswered for 7 days (`isSilent`): up to three members who offer at least one of its topics and take requests now.",
        answer: [200, "OthersWhoHelp"],
        problems: [404, 409],
      }),
      async (c) => {
        const id = talkIdOf(c.req.param("id"));
        return c.json(await connections.others(c.var.member.memberId, id));
      },
    )
    .post(
      "/:id/ask-instead",
      describe(group, "Ask someone else in place of an unanswered request", {
        details:
          "Withdraws the request and sends its note to another member, about the topics that they offer: both or neither. A second time changes nothing. The first mentor isn't told of it, and a 409 says when they have just answered.",
        answer: [201, "ConnectionWithMessages"],
        problems: [400, 403, 404, 409],
        limit: `${messages}; the limits of asking`,
      }),
      valid(AskInstead),
      async (c) => {
        const { member: { memberId }, origin } = c.var;
        const id = talkIdOf(c.req.param("id"));
        return c.json(
          await connections.askInstead(memberId, id, c.req.valid("json"), origin),
          201,
        );
      },
    )
    .post(
      "/:id/end",
      describe(group, "End a conversation", changed),
      async (c) => c.json(await act(c, { type: "End" })),
    )
    .post(
      "/:id/messages",
      describe(group, "Write a message", {
        details:
          "While it is requested or accepted; before the first answer, the asker writes three at most. The other one gets an email.",
        answer: [201, "ConnectionMessage"],
        problems: [404, 409],
        limit: messages,
      }),
      valid(NewMessage),
      async (c) => {
        const { messages } = await act(c, { type: "Write", ...c.req.valid("json"), way: "site" });
        return c.json(messages[0], 201);
      },
    )
    .post(
      "/:id/feedback",
      describe(group, "Say whether it helped", {
        details:
          "Once, by who asked, after the end. The words are for the other one; no rating is shown.",
        answer: [204],
        problems: [404, 409],
        limit: messages,
      }),
      valid(Feedback),
      async (c) => {
        const { helped, words = null } = c.req.valid("json");
        await act(c, { type: "GiveFeedback", helped, words });
        return c.body(null, 204);
      },
    )
    .post(
      "/:id/report",
      describe(group, "Report a message of the other one", {
        details:
          "The program reads the message that is reported. The conversation ends. The same message again changes nothing; another one is refused while the first report is open.",
        answer: [204],
        problems: [404, 409],
        limit: `${messages}; ten reports a day`,
      }),
      valid(MessageReport),
      async (c) => {
        const { member, origin } = c.var;
        const id = talkIdOf(c.req.param("id"));
        await connections.report(member.memberId, id, c.req.valid("json"), origin);
        return c.body(null, 204);
      },
    );
}

/** Mounted at `/api/blocks`. */
export function blockRoutes(connections: Pick<Connections, "block" | "unblock" | "blocked">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireIn)
    .get(
      "/",
      describe(group, "Whom one has blocked", {
        details: "Without a name where the profile is hidden and the two were never in touch.",
        answer: [200, "PublicUsers"],
        problems: [403],
      }),
      async (c) => c.json(await connections.blocked(c.var.member.memberId)),
    )
    .put(
      "/:memberId",
      describe(group, "Block a member", {
        details:
          "A conversation with them ends. What they ask from then on is not shown to the caller, and nothing tells them. A second time changes nothing.",
        answer: [204],
        problems: [403, 404],
        limit: changesAnHour,
      }),
      async (c) => {
        const { member, origin } = c.var;
        await connections.block(member.memberId, idOf(c.req.param("memberId")), origin);
        return c.body(null, 204);
      },
    )
    .delete(
      "/:memberId",
      describe(group, "Unblock a member", {
        details: "Also when they were not blocked. What they asked while blocked stays hidden.",
        answer: [204],
        problems: [403, 404],
        limit: changesAnHour,
      }),
      async (c) => {
        const { member, origin } = c.var;
        await connections.unblock(member.memberId, idOf(c.req.param("memberId")), origin);
        return c.body(null, 204);
      },
    );
}

/** Mounted at `/api/mentoring`: a member's settings for requests for help. */
export function mentoringRoutes(connections: Pick<Connections, "settings" | "changeSettings">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get(
      "/",
      describe(group, "What one says about requests for help", {
        answer: [200, "MentoringSettings"],
      }),
      async (c) => c.json(await connections.settings(c.var.member.memberId)),
    )
    .patch(
      "/",
      describe(group, "Change what one says about requests for help", {
        details: "What is not there stays as it is; `pausedUntil` null ends a pause.",
        answer: [200, "MentoringSettings"],
        limit: changesAnHour,
      }),
      valid(MentoringChange),
      async (c) => {
        const { member, origin } = c.var;
        return c.json(
          await connections.changeSettings(member.memberId, c.req.valid("json"), origin),
        );
      },
    );
}

/** The command of a submitted form. */
export function decline(
  { reason = null, note, pauseUntil }: Declining,
  way: MessageWay = "site",
): ConnectionCommand {
  return { type: "Decline", reason, note, pausedUntil: pauseUntil, way };
}

const talkIdOf = (param: string) => idOf(param, "Conversation not found");
