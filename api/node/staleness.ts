import type { MiddlewareHandler } from "hono";
import { DatabaseUnavailable } from "../../events/database-errors.ts";
import type { PageEnv } from "../middleware/session.ts";

/** How long a node answers from its own tables while it cannot hear what others record. */
export const outOfTouchAfterMs = 10_000;

/** Whether this node still hears what is recorded. */
export interface Touch {
  /** Takes in what was recorded before the call, by the given work. */
  keep(follow: () => Promise<void>): Promise<void>;
  /** How long ago everything that was recorded by then had been taken in. */
  behindMs(): number;
  /** Whether it cannot be: one that only takes its time has not lost touch. */
  isLost(): boolean;
}

/** @param nowMs A clock that never runs backwards. */
export function createTouch(nowMs: () => number): Touch {
  let followedAtMs = -Infinity;
  let hasFailed = false;

  return {
    async keep(follow) {
      const startedAtMs = nowMs();
      try {
        await follow();
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      hasFailed = false;
      followedAtMs = Math.max(followedAtMs, startedAtMs);
    },
    behindMs: () => nowMs() - followedAtMs,
    isLost: () => hasFailed && nowMs() - followedAtMs > outOfTouchAfterMs,
  };
}

/**
 * Shows members nothing while this node is out of touch: somebody may have hidden or left meanwhile.
 * Built files and what everybody may see need nobody's session, and go on.
 */
export function inTouch(isLost: () => boolean): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    if (c.get("viewer") !== undefined && isLost()) {
      throw new DatabaseUnavailable("What was recorded lately is not known");
    }
    await next();
  };
}
