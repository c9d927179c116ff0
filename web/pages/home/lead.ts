import type { Connection } from "../../../api/contract/connections.ts";
import type { AskState } from "../mentoring/ask-state.tsx";

/** What Home of an alumnus begins with. */
export type Lead =
  /** Something that waits; `more` are the others that wait. */
  | {
    readonly is: "request" | "message" | "feedback";
    readonly connection: Connection;
    readonly more: number;
  }
  | { readonly is: "answered" }
  /** Keeps cadets from asking. */
  | { readonly is: "obstacle" }
  /** They know that they are hidden. */
  | { readonly is: "hidden" }
  | { readonly is: "new" };

interface Situation {
  /** Connections that wait for the member, latest first. */
  readonly waiting: readonly Connection[];
  /** People whom they have answered. */
  readonly answered: number;
  readonly asks: AskState;
  /** Whether they chose to be shown later, and haven't dismissed the reminder of it. */
  readonly remindsToShow: boolean;
}

/**
 * The one thing to begin with: the request that has waited longest, or else the message that has, or else the question
 * whether it helped. When nothing waits, what their help did; for somebody new, what keeps cadets from asking, or what
 * will happen.
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
