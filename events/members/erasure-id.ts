import { deriveKey } from "../derive-key.ts";
import { keyedUuid } from "../keyed-uuid.ts";
import type { Cause } from "../log/event-log.ts";

/** Keyed hash that is the same each time, so a receipt finds a repeated erasure. */
export function erasureIdOf(claimKey: Uint8Array, memberId: string): string {
  const key = deriveKey(claimKey, "erasure id");
  return keyedUuid(key, memberId);
}

/** Whether an erasure's id is random, as in old logs. Then only the original log tells whose it was. */
export function isRandomId(erasureId: string): boolean {
  return erasureId.charAt(14) !== "8";
}

/** Causes of repeated erasures, for members brought back by databases from before their erasure. */
export const repeatCauses: Readonly<Record<"restore" | "ledger", Cause>> = {
  restore: { actorId: "operator", correlationId: "restore", causationId: "restore" },
  ledger: {
    actorId: "erasure-ledger",
    correlationId: "erasure-ledger",
    causationId: "erasure-ledger",
  },
};

/** Whether an erasure repeats one that the log had lost. */
export function isRepeated({ actorId, correlationId }: Omit<Cause, "causationId">): boolean {
  return Object.values(repeatCauses).some((cause) =>
    cause.actorId === actorId && cause.correlationId === correlationId
  );
}
