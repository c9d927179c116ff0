import { dayMs } from "../day.ts";
import { limitsInForce, programLimits } from "../program/limits.ts";
import type { ProgramSettings } from "../program/settings.ts";

/** After how many days of the mentor's turn they are reminded. */
export const reminderDays = [3, 7] as const;

/** After how many days without an answer the asker can ask someone else. */
export const silentAfterDays = 7;

export const expiresAfterDays = 14;

/** After this many expired requests in a row, a mentor is paused until they resume. */
export const pausedAfterExpired = 2;

/** After how many quiet days both are asked whether to continue, and after how many more it ends. */
export const [quietAfterDays, quietEndsAfterDays] = [90, 7];

/** How long a mentor can undo an answer. */
export const undoMs = dayMs;

/** How many messages an asker can write after their request, before the mentor writes. */
export const messagesBeforeAnswer = 3;

/** How many conversations a mentor can have at once. */
export const capacities = { least: 1, most: 10, default: 3 } as const;

export const textLimits = { note: 1000, message: 4000, words: 1000, staff: 500 } as const;

export interface ConnectionLimits {
  readonly openRequests: number;
  readonly requestsAWeek: number;
  readonly reportsADay: number;
  /** How long after a decline the same mentor can be asked again. */
  readonly againAfterMs: number;
  readonly expiresAfterMs: number;
  /** After this long without a message, both are asked whether it should continue. */
  readonly quietAfterMs: number;
  /** How long after that it ends. */
  readonly quietEndsAfterMs: number;
}

export const connectionLimits: ConnectionLimits = {
  openRequests: programLimits.openRequests.usual,
  requestsAWeek: programLimits.requestsAWeek.usual,
  reportsADay: 10,
  againAfterMs: programLimits.askAgainDays.usual * dayMs,
  expiresAfterMs: expiresAfterDays * dayMs,
  quietAfterMs: quietAfterDays * dayMs,
  quietEndsAfterMs: quietEndsAfterDays * dayMs,
};

/** Current limits: staff's, otherwise the defaults. */
export function currentConnectionLimits(
  usual: ConnectionLimits,
  settings: () => ProgramSettings,
): ConnectionLimits {
  const { openRequests, requestsAWeek, againAfterMs } = usual;
  const askAgainDays = againAfterMs / dayMs;
  const inForce = limitsInForce({ openRequests, requestsAWeek, askAgainDays }, settings);
  return {
    ...usual,
    get openRequests() {
      return inForce.openRequests;
    },
    get requestsAWeek() {
      return inForce.requestsAWeek;
    },
    get againAfterMs() {
      return inForce.askAgainDays * dayMs;
    },
  };
}
