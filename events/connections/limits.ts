import type { ProgramSettings } from "../program/settings.ts";
import { expiresAfterDays } from "./words.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How much one member may ask, and how long things wait. */
export interface ConnectionLimits {
  /** Requests of a member that wait for an answer. */
  readonly openRequests: number;
  readonly requestsAWeek: number;
  /** Messages that one member reports in 24 hours. */
  readonly reportsADay: number;
  /** How long after a no the same person can be asked again. */
  readonly againAfterMs: number;
  /** How long a mentor has the word before a request expires. */
  readonly expiresAfterMs: number;
  /** Without a word for so long, both are asked whether it still goes on. */
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

/** The limits that count now: what the program's staff has set goes before the installation's. */
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
