import { longestPauseMs, type NewMail, type Outbox, type WaitingMail } from "./outbox.ts";

/** The outbox in this process, with what the log in this process needs of it. */
export interface MemoryOutbox extends Outbox {
  addNow(memberId: string, mail: readonly NewMail[]): void;
  forget(memberId: string): void;
}

type Kept = WaitingMail & { readonly dueAtMs: number; readonly holder?: string };

export function createMemoryOutbox(now: () => number): MemoryOutbox {
  const kept = new Map<string, Kept>();

  function addNow(memberId: string, mail: readonly NewMail[]) {
    for (const { notBeforeMs: dueAtMs = 0, ...one } of mail) {
      const createdAtMs = now();
      kept.set(one.messageId, { ...one, memberId, createdAtMs, attempts: 0, dueAtMs });
    }
  }

  return {
    addNow,
    forget(memberId) {
      for (const mail of kept.values()) if (mail.memberId === memberId) kept.delete(mail.messageId);
    },
    async add(memberId, mail) {
      addNow(memberId, mail);
    },
    async take({ holder, limit, leaseMs }) {
      const isDue = ({ dueAtMs, attempts }: Kept) =>
        dueAtMs <= now() || (dueAtMs > now() + longestPauseMs && attempts > 0);
      const due = [...kept.values()].filter(isDue)
        .sort((one, other) => one.dueAtMs - other.dueAtMs || one.createdAtMs - other.createdAtMs);
      return oneOfEachInTurn(due).slice(0, limit).map(({ dueAtMs: _, ...mail }) => {
        const taken = { ...mail, attempts: mail.attempts + 1 };
        kept.set(mail.messageId, { ...taken, holder, dueAtMs: now() + leaseMs });
        return taken;
      });
    },
    async renew(messageIds, holder, untilMs) {
      for (const messageId of messageIds) {
        const mail = kept.get(messageId);
        if (mail?.holder === holder) kept.set(messageId, { ...mail, dueAtMs: untilMs });
      }
    },
    async postpone(messageId, holder, untilMs) {
      const mail = kept.get(messageId);
      if (mail?.holder !== holder) return;
      const { holder: _, ...free } = mail;
      kept.set(messageId, { ...free, dueAtMs: untilMs });
    },
    async remove(messageId) {
      kept.delete(messageId);
    },
    async waiting() {
      const mails = [...kept.values()];
      return {
        count: mails.length,
        failed: mails.filter(({ attempts, holder }) => attempts > 0 && holder === undefined).length,
        oldestAtMs: mails.length > 0
          ? Math.min(...mails.map(({ createdAtMs }) => createdAtMs))
          : undefined,
      };
    },
  };
}

/** The first of each kind, then the second of each, and so on. */
function oneOfEachInTurn(mails: readonly Kept[]): Kept[] {
  const counts = new Map<string, number>();
  const placed = mails.map((mail) => {
    const place = counts.get(mail.kind) ?? 0;
    counts.set(mail.kind, place + 1);
    return { mail, place };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ mail }) => mail);
}
