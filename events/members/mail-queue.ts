import type { Json } from "../store/event-log.ts";
import type { NewMail, Outbox, Waiting, WaitingMail } from "../store/outbox.ts";
import type { MemberKeys } from "../store/keys.ts";
import { type Key, newKey, open, padded, seal } from "../store/seal.ts";

export interface MailDraft {
  readonly to?: string | undefined;
  readonly kind: string;
  /** Address and content, which only the recipient may read. */
  readonly content: Json;
  readonly notBeforeMs?: number | undefined;
}

export interface DueMail extends Omit<WaitingMail, "sealed"> {
  /** `undefined` if it can't be opened because it was tampered with. */
  readonly content: Json | undefined;
}

/** Mails waiting to be sent, sealed under their recipient's key. */
export type MailQueue = ReturnType<typeof createMailQueue>;

export interface MailQueueDependencies {
  readonly outbox: Outbox;
  readonly keys: Pick<MemberKeys, "load">;
  readonly newId: () => string;
  readonly now: () => Date;
}

export function createMailQueue({ outbox, keys, newId, now }: MailQueueDependencies) {
  const holder = newId();

  /** Opens mails, and deletes those whose recipient was erased. */
  async function openAll(mails: readonly WaitingMail[]): Promise<DueMail[]> {
    if (mails.length === 0) return [];
    const memberKeys = await keys.load([...new Set(mails.map(({ memberId }) => memberId))]);
    const gone = mails.filter(({ memberId }) => !memberKeys.has(memberId));
    if (gone.length > 0) await outbox.remove(gone.map(({ messageId }) => messageId));
    return mails.flatMap(({ sealed, ...mail }) => {
      const key = memberKeys.get(mail.memberId);
      return key === undefined ? [] : [{ ...mail, ...openMail({ ...mail, sealed }, key) }];
    });
  }

  return {
    async add(memberId: string, draft: MailDraft): Promise<void> {
      const key = (await keys.load([memberId])).get(memberId);
      if (key === undefined) return;
      const whose = { memberId, messageId: newId(), key, atMs: now().getTime() };
      await outbox.add(memberId, [sealMail(draft, whose)]);
    },
    /**
     * Queues a dummy mail, deleted when taken. It takes the same time as a real mail, so
     * response times don't reveal whether an address has an account.
     */
    async addDecoy(unusedId: string, draft: MailDraft): Promise<void> {
      await keys.load([unusedId]);
      const whose = { memberId: unusedId, messageId: newId(), key: newKey() };
      await outbox.add(unusedId, [sealMail(draft, { ...whose, atMs: now().getTime() })]);
    },
    /** Takes due mails; no other process gets them during the lease. @returns None if none is due. */
    async take(
      { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
    ): Promise<DueMail[]> {
      for (;;) {
        const taken = await outbox.take({ holder, limit, leaseMs });
        const opened = await openAll(taken);
        if (opened.length > 0 || taken.length === 0) return opened;
      }
    },
    renew: (messageIds: readonly string[], untilMs: number): Promise<void> =>
      outbox.renew(messageIds, holder, untilMs),
    postpone: (messageId: string, untilMs: number): Promise<void> =>
      outbox.postpone(messageId, holder, untilMs),
    hold: (messageId: string, untilMs: number, address?: string): Promise<void> =>
      outbox.hold(messageId, holder, untilMs, address),
    join: async (messageId: string, address: string, limit: number): Promise<DueMail[]> =>
      await openAll(await outbox.join(messageId, address, limit)),
    release: (everyMs: number): Promise<void> => outbox.release(everyMs),
    async ofMember(memberId: string, kind: string): Promise<DueMail[]> {
      const kinds = isAboutTwo(kind) ? [aboutTwo, kind] : [kind];
      const mails = await openAll(await outbox.ofMember(memberId, kinds));
      return mails.filter((mail) => mail.kind === kind);
    },
    remove: outbox.remove,
    waiting: (): Promise<Waiting> => outbox.waiting(),
  };
}

/** The kind in the outbox of all mails about two members. Old rows have their own kinds. */
const aboutTwo = "connection";

/** Whether a mail's clear columns must show nothing but its recipient and day. */
export function isAboutTwo(kind: string): boolean {
  return kind.startsWith(`${aboutTwo}-`);
}

/** Sealed parts of a mail about two members, beside its content. */
interface AboutTwo extends Pick<DueMail, "kind" | "content"> {
  readonly atMs: number;
}

export function sealMail(
  { kind, content, notBeforeMs }: MailDraft,
  { memberId, messageId, key, atMs }: {
    readonly memberId: string;
    readonly messageId: string;
    readonly key: Key;
    readonly atMs: number;
  },
): NewMail {
  const bytes = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));
  const sealed = (as: string, text: Uint8Array) =>
    seal(key, contextOf({ memberId, messageId, kind: as }), text);
  if (!isAboutTwo(kind)) {
    return { messageId, kind, sealed: sealed(kind, bytes(content)), notBeforeMs };
  }
  const text = padded(bytes({ kind, content, atMs }));
  return { messageId, kind: aboutTwo, sealed: sealed(aboutTwo, text), to: memberId, isByDay: true };
}

function openMail(
  mail: Pick<WaitingMail, "memberId" | "messageId" | "kind" | "sealed">,
  key: Key,
): Pick<DueMail, "content"> & Partial<DueMail> {
  try {
    const json = JSON.parse(new TextDecoder().decode(open(key, contextOf(mail), mail.sealed)));
    if (mail.kind !== aboutTwo) return { content: json };
    const { kind, content, atMs }: AboutTwo = json;
    return { kind, content, createdAtMs: atMs };
  } catch {
    // One unreadable mail must not block the others.
    return { content: undefined };
  }
}

function contextOf(
  { memberId, messageId, kind }: Pick<WaitingMail, "memberId" | "messageId" | "kind">,
): string {
  return `${memberId}/mail/${messageId}/${kind}`;
}
