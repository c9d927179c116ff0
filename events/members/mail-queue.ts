import type { Json } from "../log/event-log.ts";
import type { NewMail, Outbox, Waiting, WaitingMail } from "../log/outbox.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type Key, newKey, open, padded, seal } from "../vault/seal.ts";

/** A mail to one member, before it is sealed. */
export interface MailDraft {
  /** Id of the member who gets it, where that is not the member whose event leads to it. */
  readonly to?: string | undefined;
  /** Which message it is, such as `reset-password`. */
  readonly kind: string;
  /** To whom, and what only they may read. */
  readonly content: Json;
  /** When it may be sent at the earliest; at once without it. */
  readonly notBeforeMs?: number | undefined;
}

/** A mail whose turn it is. */
export interface DueMail extends Omit<WaitingMail, "sealed"> {
  /** `undefined` when it cannot be opened: it was tampered with. */
  readonly content: Json | undefined;
}

/** Mails on their way: sealed under the key of the member they go to until they are sent. */
export type MailQueue = ReturnType<typeof createMailQueue>;

export interface MailQueueDependencies {
  readonly outbox: Outbox;
  readonly keys: Pick<MemberKeys, "load">;
  /** A new UUID. */
  readonly newId: () => string;
  readonly now: () => Date;
}

export function createMailQueue({ outbox, keys, newId, now }: MailQueueDependencies) {
  const holder = newId();

  /** Those that nobody can read any more, since their member was erased, are deleted. */
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
    /** Queues a mail that belongs to no event. Passed over for someone who has no key any more. */
    async add(memberId: string, draft: MailDraft): Promise<void> {
      const key = (await keys.load([memberId])).get(memberId);
      if (key === undefined) return;
      const whose = { memberId, messageId: newId(), key, atMs: now().getTime() };
      await outbox.add(memberId, [sealMail(draft, whose)]);
    },
    /**
     * Queues a mail that nobody gets, since there is no such member: whoever takes it deletes it. It is
     * the same work as for somebody, where its time would tell whether there is somebody.
     */
    async addForNobody(unusedId: string, draft: MailDraft): Promise<void> {
      await keys.load([unusedId]);
      const whose = { memberId: unusedId, messageId: newId(), key: newKey() };
      await outbox.add(unusedId, [sealMail(draft, { ...whose, atMs: now().getTime() })]);
    },
    /** Takes mails that are due; nobody else gets them during the lease. */
    take: async (
      { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
    ): Promise<DueMail[]> => await openAll(await outbox.take({ holder, limit, leaseMs })),
    /** Keeps mails from others until a time: trying them takes longer than their lease. */
    renew: (messageIds: readonly string[], untilMs: number): Promise<void> =>
      outbox.renew(messageIds, holder, untilMs),
    /** Gives a mail back until a time. */
    postpone: (messageId: string, untilMs: number): Promise<void> =>
      outbox.postpone(messageId, holder, untilMs),
    /** Gives a mail back until a time, as if it had not been taken; see {@link Outbox.hold}. */
    hold: (messageId: string, untilMs: number, address?: string): Promise<void> =>
      outbox.hold(messageId, holder, untilMs, address),
    /** Counts a mail, and finds those that go out with it; see {@link Outbox.join}. */
    join: async (messageId: string, address: string, limit: number): Promise<DueMail[]> =>
      await openAll(await outbox.join(messageId, address, limit)),
    /** Has mails that were held come due; see {@link Outbox.release}. */
    release: (everyMs: number): Promise<void> => outbox.release(everyMs),
    /** Mails of one kind that wait for a member, oldest first. */
    async ofMember(memberId: string, kind: string): Promise<DueMail[]> {
      const kinds = isAboutTwo(kind) ? [aboutTwo, kind] : [kind];
      const mails = await openAll(await outbox.ofMember(memberId, kinds));
      return mails.filter((mail) => mail.kind === kind);
    },
    /** Deletes mails together: they were sent, or never will be. */
    remove: outbox.remove,
    waiting: (): Promise<Waiting> => outbox.waiting(),
  };
}

/** Of mails about what is between two, the outbox knows one kind. Those of before have their own. */
const aboutTwo = "connection";

/** Whether nothing clear of a mail may tell more than to whom it goes, and on which day. */
export function isAboutTwo(kind: string): boolean {
  return kind.startsWith(`${aboutTwo}-`);
}

/** What a mail about two has sealed beside its content. */
interface AboutTwo extends Pick<DueMail, "kind" | "content"> {
  readonly atMs: number;
}

/** A mail as the outbox takes it. Of one about what is between two, its row says to whom, and on which day. */
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
    // One mail that nobody can read must not keep the others from being sent.
    return { content: undefined };
  }
}

function contextOf(
  { memberId, messageId, kind }: Pick<WaitingMail, "memberId" | "messageId" | "kind">,
): string {
  return `${memberId}/mail/${messageId}/${kind}`;
}
