import { Hono } from "hono";
import type { Conversations } from "../../features/connections/conversations.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { Problem } from "../../contract/problem.ts";
import { idIn } from "./id-in.ts";

/** Mounted at `/api/connections`: live events for a conversation's page. 404 for other people's conversations. */
export function connectionRoutes(conversations: Pick<Conversations, "watch">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get("/:id/events", async (c) => {
      // Checks the header that browsers send, so that another site's page can't learn whether someone writes.
      if ((c.req.header("Sec-Fetch-Site") ?? "same-origin") !== "same-origin") {
        throw new Problem(403, "This request did not come from a page of this site");
      }
      const { member: { memberId }, origin: { session } } = c.var;
      const stream = await conversations.watch(
        { memberId, sessionId: session?.id },
        idIn(c, "id", "Conversation not found"),
      );
      c.header("Content-Type", "text/event-stream");
      // Makes proxies pass on each line at once.
      c.header("Cache-Control", "private, no-store, no-transform");
      c.header("X-Accel-Buffering", "no");
      if (c.req.raw.method === "GET") return c.body(stream);
      // HEAD would leave a stream open without a reader.
      await stream.cancel();
      return c.body(null);
    });
}
