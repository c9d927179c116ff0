import type { DeclineReason, Helped, MessageWay, ReportReason } from "./words.ts";
import type { Mentoring } from "./mentoring.ts";

/** What a member does in an existing connection. Texts were checked at the edge. */
export type ConnectionCommand =
  | { readonly type: "Accept"; readonly note?: string | undefined; readonly way: MessageWay }
  | {
    readonly type: "Decline";
    readonly reason?: DeclineReason | null | undefined;
    readonly note?: string | undefined;
    readonly way: MessageWay;
    /** The month in which the pause ends. */
    readonly pauseUntil?: string | undefined;
  }
  | { readonly type: "Withdraw" }
  | { readonly type: "Write"; readonly text: string; readonly way: MessageWay }
  | { readonly type: "End" }
  | {
    readonly type: "GiveFeedback";
    readonly helped: Helped;
    readonly words?: string | null | undefined;
  }
  | {
    readonly type: "Report";
    readonly reason: ReportReason;
    /** The quote shown to staff. */
    readonly quoted: string;
  };

/** What becomes due, recorded in the asker's streams. */
export type DueCommand = { readonly type: "Remind" | "Expire" | "AskWhetherItGoesOn" | "EndQuiet" };

export interface Ask {
  readonly connectionId: string;
  readonly mentorId: string;
  readonly topics: readonly string[];
  readonly note: string;
}

/** Changes to a member's preferences for requests; absent ones stay unchanged. */
export type MentoringWishes = { readonly [K in keyof Mentoring]?: Mentoring[K] | undefined };
