import { Hono } from "hono";
import type { ConnectionCommand } from "../../events/connections/commands.ts";
import {
  Acceptance,
  AskForHelp,
  Declining,
  Feedback,
  MentoringChange,
  MessageReport,
  NewMessage,
} from "../contract/connections.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import type { Connections } from "../product.ts";
import { idOf } from "./ids.ts";

/** Mounted at `/api/connections`. Whoever is no party of a connection gets 404 for all of them. */
export function connectionRoutes(connections: Connections) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get("/", async (c) => {
      const { before } = c.req.query();
      const range = before === undefined ? {} : { before: talkIdOf(before) };
      return c.json(await connections.list(c.var.member.memberId, range));
    })
    .post("/", valid(AskForHelp), async (c) => {
      const { member, origin } = c.var;
      return c.json(await connections.ask(member.memberId, c.req.valid("json"), origin), 201);
    })
    .get("/:id", async (c) => {
      const { before } = c.req.query();
      const range = before === undefined ? {} : { before: idOf(before, "Message not found") };
      const id = talkIdOf(c.req.param("id"));
      return c.json(await connections.read(c.var.member.memberId, id, range));
    })
    .get("/:id/events", async (c) => {
      const { member: { memberId }, origin: { session } } = c.var;
      // Browsers say so; a page of another site would learn whether somebody writes.
      if ((c.req.header("Sec-Fetch-Site") ?? "same-origin") !== "same-origin") {
        throw new Problem(403, "This request did not come from a page of this site");
      }
      const id = talkIdOf(c.req.param("id"));
      const stream = await connections.watch({ memberId, sessionId: session?.id }, id);
      c.header("Content-Type", "text/event-stream");
      // Proxies hand on each line as it comes.
      c.header("Cache-Control", "private, no-store, no-transform");
      c.header("X-Accel-Buffering", "no");
      if (c.req.raw.method === "GET") return c.body(stream);
      // HEAD would leave a stream behind that nobody reads.
      await stream.cancel();
      return c.body(null);
    })
    .post("/:id/accept", valid(Acceptance), async (c) => {
      const { member, origin } = c.var;
      const command = { type: "Accept", ...c.req.valid("json"), way: "site" } as const;
      return c.json(
        await connections.act(member.memberId, talkIdOf(c.req.param("id")), command, origin),
      );
    })
    .post("/:id/decline", valid(Declining), async (c) => {
      const { member, origin } = c.var;
      const command = decline(c.req.valid("json"));
      return c.json(
        await connections.act(member.memberId, talkIdOf(c.req.param("id")), command, origin),
      );
    })
    .post("/:id/withdraw", async (c) => {
      const { member, origin } = c.var;
      const id = talkIdOf(c.req.param("id"));
      return c.json(await connections.act(member.memberId, id, { type: "Withdraw" }, origin));
    })
    .post("/:id/end", async (c) => {
      const { member, origin } = c.var;
      const id = talkIdOf(c.req.param("id"));
      return c.json(await connections.act(member.memberId, id, { type: "End" }, origin));
    })
    .post("/:id/messages", valid(NewMessage), async (c) => {
      const { member, origin } = c.var;
      const command = { type: "Write", ...c.req.valid("json"), way: "site" } as const;
      const id = talkIdOf(c.req.param("id"));
      const { messages } = await connections.act(member.memberId, id, command, origin);
      return c.json(messages[0], 201);
    })
    .post("/:id/feedback", valid(Feedback), async (c) => {
      const { member, origin } = c.var;
      const { helped, words = null } = c.req.valid("json");
      const command = { type: "GiveFeedback", helped, words } as const;
      await connections.act(member.memberId, talkIdOf(c.req.param("id")), command, origin);
      return c.body(null, 204);
    })
    .post("/:id/report", valid(MessageReport), async (c) => {
      const { member, origin } = c.var;
      const id = talkIdOf(c.req.param("id"));
      await connections.report(member.memberId, id, c.req.valid("json"), origin);
      return c.body(null, 204);
    });
}

/** Mounted at `/api/blocks`. */
export function blockRoutes(connections: Pick<Connections, "block" | "unblock" | "blocked">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireIn)
    .get("/", async (c) => c.json(await connections.blocked(c.var.member.memberId)))
    .put("/:memberId", async (c) => {
      const { member, origin } = c.var;
      await connections.block(member.memberId, idOf(c.req.param("memberId")), origin);
      return c.body(null, 204);
    })
    .delete("/:memberId", async (c) => {
      const { member, origin } = c.var;
      await connections.unblock(member.memberId, idOf(c.req.param("memberId")), origin);
      return c.body(null, 204);
    });
}

/** Mounted at `/api/mentoring`: what a member says about requests for help. */
export function mentoringRoutes(connections: Pick<Connections, "settings" | "changeSettings">) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get("/", async (c) => c.json(await connections.settings(c.var.member.memberId)))
    .patch("/", valid(MentoringChange), async (c) => {
      const { member, origin } = c.var;
      return c.json(
        await connections.changeSettings(member.memberId, c.req.valid("json"), origin),
      );
    });
}

/** The command that a filled-in form is. */
export function decline(
  { reason = null, note, pauseUntil }: Declining,
  way: "site" | "link" = "site",
): ConnectionCommand {
  return { type: "Decline", reason, note, pausedUntil: pauseUntil, way };
}

const talkIdOf = (param: string) => idOf(param, "Conversation not found");
