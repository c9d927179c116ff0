import { dayMs } from "../log/day.ts";
import type { ProgramSettings } from "../program/settings.ts";

/** After how many days of the mentor's turn they are reminded. */
export const reminderDays = [3, 7] as const;

/** After how many days without an answer the asker can ask someone else. */
export const silentAfterDays = 7;

export const expiresAfterDays = 14;

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
  openRequests: 5,
  requestsAWeek: 10,
  reportsADay: 10,
  againAfterMs: 30 * dayMs,
  expiresAfterMs: expiresAfterDays * dayMs,
  quietAfterMs: 90 * dayMs,
  quietEndsAfterMs: 7 * dayMs,
};

/** Current limits: staff's settings override the installation's. */
export function limitsNow(
  installation: ConnectionLimits,
  settings: () => ProgramSettings,
): ConnectionLimits {
  return {
    ...installation,
    get openRequests() {
      return settings().limits.openRequests ?? installation.openRequests;
    },
    get requestsAWeek() {
      return settings().limits.requestsAWeek ?? installation.requestsAWeek;
    },
    get againAfterMs() {
      const { askAgainDays } = settings().limits;
      return askAgainDays == null ? installation.againAfterMs : askAgainDays * dayMs;
    },
  };
}
