import type { ProgramDeed } from "../contract/program.ts";

/** Words of each deed: what stands before and after whom, or what, it was about. */
export const deedWords: Readonly<Record<ProgramDeed["does"], readonly [string, string]>> = {
  invited: ["invited", ""],
  withdrew: ["withdrew the invitation of", ""],
  accepted: ["accepted", ""],
  refused: ["refused", ""],
  confirmed: ["confirmed", "as cadre"],
  unconfirmed: ["took back that", "is cadre"],
  closed: ["closed", "for asking others"],
  opened: ["let", "ask others again"],
  handled: ["handled a report", ""],
  set: ["set", ""],
  topic: ["", ""],
  announced: ["announced something", ""],
  ended: ["took the announcement away", ""],
};

/** Deeds about nobody: who wrote a message that was reported stands in no history, and settings are everybody's. */
export const ofNobody: ReadonlySet<ProgramDeed["does"]> = new Set([
  "handled",
  "set",
  "topic",
  "announced",
  "ended",
]);
