/** What two people do in tests. */
import { cause, type System } from "../../testing/system.ts";

export const note = "May I ask about flight school?";
export const ask = ({ connections }: System, who: string, mentorId: string) =>
  connections.ask(who, { mentorId, topics: ["Networking"], note }, cause);
export const accept = { type: "Accept", way: "site" } as const;
export const decline = { type: "Decline", reason: "no-time", way: "site" } as const;
export const undo = { type: "UndoAnswer" } as const;
export const withdraw = { type: "Withdraw" } as const;
export const write = (text = "Hi") => ({ type: "Write", text, way: "site" }) as const;
export const end = { type: "End" } as const;

/** Roles by names: mentors are called so, and all others are cadets. */
export const rolesOf = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, name.startsWith("mentor") ? "alumni" as const : "cadet" as const]),
  );
