import type { DeclineReason, Helped, MessageWay, ReportReason } from "./vocabulary.ts";
import type { Mentoring } from "./mentoring.ts";

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
  | { readonly type: "UndoAnswer" }
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
    readonly quoted: string;
  };

/** What becomes due, stored in the asker's streams. */
export type DueCommand = { readonly type: "Remind" | "Expire" | "AskWhetherItGoesOn" | "EndQuiet" };

export interface Ask {
  readonly connectionId: string;
  readonly mentorId: string;
  readonly topics: readonly string[];
  readonly note: string;
}

export type MentoringChanges = { readonly [K in keyof Mentoring]?: Mentoring[K] | undefined };
