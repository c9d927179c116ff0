import { Hono } from "hono";
import type { Conversations } from "../../features/connections/conversations.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { Problem } from "../../contract/problem.ts";
import { idIn } from "./id-in.ts";

/** Mounted at `/api/connections`: what the page of a conversation follows. 404 for other people's. */
export function connectionRoutes(conversations: Pick<Conversations, "watch">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get("/:id/events", async (c) => {
      // Browsers send this header; another site's page could learn whether someone writes.
      if ((c.req.header("Sec-Fetch-Site") ?? "same-origin") !== "same-origin") {
        throw new Problem(403, "This request did not come from a page of this site");
      }
      const { member: { memberId }, origin: { session } } = c.var;
      const stream = await conversations.watch(
        { memberId, sessionId: session?.id },
        idIn(c, "id", "Conversation not found"),
      );
      c.header("Content-Type", "text/event-stream");
      // So that proxies pass each line on at once.
      c.header("Cache-Control", "private, no-store, no-transform");
      c.header("X-Accel-Buffering", "no");
      if (c.req.raw.method === "GET") return c.body(stream);
      // HEAD would leave a stream open without a reader.
      await stream.cancel();
      return c.body(null);
    });
}
