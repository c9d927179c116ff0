import { type Context, Hono } from "hono";
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
import { valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import { idIn, idOf } from "./id-in.ts";

/** Mounted at `/api/connections`. 404 for other people's connections. */
export function connectionRoutes(connections: Connections) {
  const act = (c: Context<MemberEnv>, command: ConnectionCommand) =>
    connections.act(c.var.member.memberId, connectionIdIn(c), command, c.var.origin);

  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get(
      "/",
      async (c) =>
        c.json(await connections.list(c.var.member.memberId, rangeIn(c, noConversation))),
    )
    .post("/", valid(AskForHelp), async (c) =>
      c.json(
        await connections.ask(c.var.member.memberId, c.req.valid("json"), c.var.origin),
        201,
      ))
    .get("/:id", async (c) => {
      const range = rangeIn(c, "Message not found");
      return c.json(await connections.read(c.var.member.memberId, connectionIdIn(c), range));
    })
    .get("/:id/events", async (c) => {
      // Browsers send this header; another site's page could learn whether someone writes.
      if ((c.req.header("Sec-Fetch-Site") ?? "same-origin") !== "same-origin") {
        throw new Problem(403, "This request did not come from a page of this site");
      }
      const { member: { memberId }, origin: { session } } = c.var;
      const stream = await connections.watch(
        { memberId, sessionId: session?.id },
        connectionIdIn(c),
      );
      c.header("Content-Type", "text/event-stream");
      // So that proxies pass each line on at once.
      c.header("Cache-Control", "private, no-store, no-transform");
      c.header("X-Accel-Buffering", "no");
      if (c.req.raw.method === "GET") return c.body(stream);
      // HEAD would leave a stream open without a reader.
      await stream.cancel();
      return c.body(null);
    })
    .post(
      "/:id/accept",
      valid(Acceptance),
      async (c) => c.json(await act(c, { type: "Accept", ...c.req.valid("json"), way: "site" })),
    )
    .post(
      "/:id/decline",
      valid(Declining),
      async (c) => c.json(await act(c, { type: "Decline", ...c.req.valid("json"), way: "site" })),
    )
    .post("/:id/withdraw", async (c) => c.json(await act(c, { type: "Withdraw" })))
    .get(
      "/:id/ask-instead",
      async (c) =>
        c.json(await connections.others(c.var.member.memberId, connectionIdIn(c), c.var.origin)),
    )
    .post("/:id/ask-instead", valid(AskInstead), async (c) => {
      const { member, origin } = c.var;
      const body = c.req.valid("json");
      return c.json(
        await connections.askInstead(member.memberId, connectionIdIn(c), body, origin),
        201,
      );
    })
    .post("/:id/end", async (c) => c.json(await act(c, { type: "End" })))
    .post("/:id/messages", valid(NewMessage), async (c) => {
      const written = await act(c, { type: "Write", ...c.req.valid("json"), way: "site" });
      return c.json(written.messages[0], 201);
    })
    .post("/:id/feedback", valid(Feedback), async (c) => {
      await act(c, { type: "GiveFeedback", ...c.req.valid("json") });
      return c.body(null, 204);
    })
    .post("/:id/report", valid(MessageReport), async (c) => {
      const { member, origin } = c.var;
      await connections.report(member.memberId, connectionIdIn(c), c.req.valid("json"), origin);
      return c.body(null, 204);
    });
}

/** Mounted at `/api/blocks`. */
export function blockRoutes(connections: Pick<Connections, "block" | "unblock" | "blocked">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireIn)
    .get("/", async (c) => c.json(await connections.blocked(c.var.member.memberId)))
    .put("/:memberId", async (c) => {
      await connections.block(c.var.member.memberId, idIn(c, "memberId"), c.var.origin);
      return c.body(null, 204);
    })
    .delete("/:memberId", async (c) => {
      await connections.unblock(c.var.member.memberId, idIn(c, "memberId"), c.var.origin);
      return c.body(null, 204);
    });
}

/** Mounted at `/api/mentoring`: preferences for requests for help. */
export function mentoringRoutes(connections: Pick<Connections, "settings" | "changeSettings">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get("/", async (c) => c.json(await connections.settings(c.var.member.memberId)))
    .patch("/", valid(MentoringChange), async (c) => {
      const { member, origin } = c.var;
      const body = c.req.valid("json");
      return c.json(await connections.changeSettings(member.memberId, body, origin));
    });
}

const noConversation = "Conversation not found";
const connectionIdIn = (c: Context) => idIn(c, "id", noConversation);

function rangeIn(c: Context, message: string) {
  const { before } = c.req.query();
  return before === undefined ? {} : { before: idOf(before, message) };
}
