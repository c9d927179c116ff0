import type { DeclineReason, Helped, MessageWay, ReportReason } from "./words.ts";
import type { Mentoring } from "./mentoring.ts";

/** What one of the two, or time itself, does to a connection that is there. Texts were checked at the edge. */
export type ConnectionCommand =
  | { readonly type: "Accept"; readonly note?: string | undefined; readonly way: MessageWay }
  | {
    readonly type: "Decline";
    readonly reason: DeclineReason | null;
    readonly note?: string | undefined;
    readonly way: MessageWay;
    /** The month until which no more requests are taken. */
    readonly pausedUntil?: string | undefined;
  }
  | { readonly type: "Withdraw" }
  | { readonly type: "Write"; readonly text: string; readonly way: MessageWay }
  | { readonly type: "End" }
  | { readonly type: "GiveFeedback"; readonly helped: Helped; readonly words: string | null }
  | {
    readonly type: "Report";
    readonly reason: ReportReason;
    /** What is shown to staff. */
    readonly quoted: string;
  };

/** What time does, in the name of the asker. */
export type DueCommand = { readonly type: "Remind" | "Expire" | "AskWhetherItGoesOn" | "EndQuiet" };

/** A request for help. */
export interface Ask {
  readonly connectionId: string;
  readonly mentorId: string;
  readonly topics: readonly string[];
  readonly note: string;
}

/** Members who change what they say about requests; what is not there stays as it is. */
export type MentoringWishes = { readonly [K in keyof Mentoring]?: Mentoring[K] | undefined };
