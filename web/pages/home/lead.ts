import type { Connection } from "../../../api/contract/connections.ts";
import type { AskState } from "../mentoring/ask-state.tsx";

/** The first thing on Home of an alumnus. */
export type Lead =
  /** A waiting connection; `more` is the number of other ones. */
  | {
    readonly is: "request" | "message" | "feedback";
    readonly connection: Connection;
    readonly more: number;
  }
  | { readonly is: "answered" }
  /** An obstacle that keeps cadets from asking. */
  | { readonly is: "obstacle" }
  /** A reminder that they are hidden. */
  | { readonly is: "hidden" }
  | { readonly is: "new" };

interface Situation {
  /** Connections that wait for the member, latest first. */
  readonly waiting: readonly Connection[];
  /** Number of people whom they have answered. */
  readonly answered: number;
  readonly asks: AskState;
  /** Whether they chose to be shown later, and haven't dismissed the reminder. */
  readonly remindsToShow: boolean;
}

/**
 * Chooses the lead: the request that has waited longest, otherwise the message, otherwise the
 * question whether it helped. If nothing waits, the result of their help. For a new member, the
 * obstacle that keeps cadets from asking, or the next steps.
 */
export function leadOf({ waiting, answered, asks, remindsToShow }: Situation): Lead {
  const oldestFirst = waiting.toReversed();
  for (const kind of ["request", "message", "feedback"] as const) {
    const connection = oldestFirst.find((each) => kindOf(each) === kind);
    if (connection) return { is: kind, connection, more: waiting.length - 1 };
  }
  if (answered > 0) return { is: "answered" };
  if (asks.is === "hidden" && !remindsToShow) return { is: "hidden" };
  return isObstacle(asks) ? { is: "obstacle" } : { is: "new" };
}

/** Whether something other than their own conversations keeps cadets from asking. */
export function isObstacle({ is }: AskState): boolean {
  return is !== "open" && is !== "full";
}

function kindOf({ state, asker, canGiveFeedback }: Connection) {
  if (canGiveFeedback) return "feedback";
  return state === "requested" && !asker ? "request" : "message";
}
