/**
 * Live conversations: streams of server-sent events that say that something has changed in one, and not
 * what. Each node looks at its own read tables once it has taken in what anybody recorded, so that
 * streams of every node are woken alike.
 *
 * @module
 */
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { Sessions } from "../auth/sessions.ts";
import { Problem } from "../problems.ts";

/** How many pages may follow along on one node. */
export interface LiveLimits {
  readonly pages: number;
  readonly pagesPerMember: number;
}

export const liveLimits: LiveLimits = { pages: 1000, pagesPerMember: 10 };

/** Subscriber: who has a conversation open, and what it is to them. */
export interface Watching {
  readonly memberId: string;
  /** The session that asked: the stream ends with it. */
  readonly sessionId: string | undefined;
  readonly connectionId: string;
  /**
   * Stands for all that they can see of it: another one once that changes.
   *
   * @throws {Problem} When it is nothing of theirs, or not any more.
   */
  stamp(): Promise<string>;
}

export type LiveConversations = ReturnType<typeof createLiveConversations>;

export interface LiveDependencies {
  readonly connectionTable: Pick<ConnectionTable, "marksOf">;
  readonly table: Pick<MemberTable, "byId">;
  readonly sessions: Pick<Sessions, "list">;
  /** Whether this node cannot hear what others record. */
  readonly isStale: () => boolean;
  readonly limits?: Partial<LiveLimits> | undefined;
  /** How often a stream shows that it is alive, and whether its reader may still read it is asked. */
  readonly beatMs?: number | undefined;
}

interface Stream extends Watching {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** What the tables said last; another one may mean that the stamp has changed. */
  mark: string | undefined;
  last: string;
}

const encoder = new TextEncoder();
const alive = encoder.encode(":\n\n");
const changed = encoder.encode("event: changed\ndata:\n\n");
/** Backlog of events at which who does not read counts as gone. */
const unread = 32;

export function createLiveConversations(deps: LiveDependencies) {
  const { connectionTable, table, sessions, isStale, beatMs = 20_000 } = deps;
  const limits = { ...liveLimits, ...deps.limits };
  const streams = new Set<Stream>();
  const opening = new Map<string, number>();
  let beating: ReturnType<typeof setInterval> | undefined;
  let isClosed = false;
  let looking: Promise<void> | undefined;
  let isToLookAgain = false;

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    if (streams.size === 0) clearInterval(beating);
    try {
      stream.controller.close();
    } catch {
      // Its reader was first.
    }
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if (!streams.has(stream)) return;
    if ((stream.controller.desiredSize ?? 0) <= 0) end(stream);
    else stream.controller.enqueue(bytes);
  }

  async function lookAtAll(): Promise<void> {
    const ids = [...new Set([...streams].map(({ connectionId }) => connectionId))];
    if (ids.length === 0) return;
    const marks = await connectionTable.marksOf(ids);
    await Promise.all([...streams].map(async (stream) => {
      const mark = marks.get(stream.connectionId);
      if (!ids.includes(stream.connectionId) || mark === stream.mark) return;
      const stamp = await stampOf(stream);
      if (stamp === undefined) return end(stream);
      stream.mark = mark;
      if (stamp === stream.last) return;
      stream.last = stamp;
      send(stream, changed);
    }));
  }

  function look(): void {
    if (streams.size === 0) return;
    isToLookAgain = true;
    looking ??= (async () => {
      while (isToLookAgain) {
        isToLookAgain = false;
        // A database that is away is looked at again with the next beat.
        await lookAtAll().catch(() => undefined);
      }
      looking = undefined;
    })();
  }

  async function mayRead({ memberId, sessionId }: Watching): Promise<boolean> {
    if (isStale() || await table.byId(memberId) === undefined) return false;
    return (await sessions.list(memberId)).some(({ id }) => id === sessionId);
  }

  async function beat(): Promise<void> {
    look();
    await Promise.all([...streams].map(async (stream) => {
      if (await mayRead(stream).catch(() => false)) send(stream, alive);
      else end(stream);
    }));
  }

  /** Those that are being opened count, too. */
  function refuseTooMany(memberId: string): void {
    if (isClosed) throw away();
    const own = [...streams].filter((stream) => stream.memberId === memberId).length;
    const all = [...opening.values()].reduce((sum, count) => sum + count, streams.size);
    if (own + (opening.get(memberId) ?? 0) >= limits.pagesPerMember) {
      throw new Problem(
        429,
        "You have too many conversations open. Close some tabs, then try again",
        {
          retryAfterSeconds: 60,
        },
      );
    }
    if (all >= limits.pages) throw away();
  }

  return {
    /**
     * Starts a stream. It ends when the member, their session or their view of the conversation does.
     *
     * @throws {Problem} 404 as `stamp` does, 429 for too many of one member, 503 for too many in all.
     */
    async open(watching: Watching): Promise<ReadableStream<Uint8Array>> {
      const { memberId, connectionId } = watching;
      refuseTooMany(memberId);
      opening.set(memberId, (opening.get(memberId) ?? 0) + 1);
      try {
        // The mark first: what comes between the two is looked at.
        const mark = (await connectionTable.marksOf([connectionId])).get(connectionId);
        const last = await watching.stamp();
        if (isClosed) throw away();
        let stream: Stream | undefined;
        const readable = new ReadableStream<Uint8Array>({
          start(controller) {
            stream = { ...watching, controller, mark, last };
            streams.add(stream);
            controller.enqueue(alive);
          },
          cancel() {
            if (stream !== undefined) end(stream);
          },
        }, { highWaterMark: unread });
        if (streams.size === 1) {
          clearInterval(beating);
          beating = setInterval(() => void beat(), beatMs);
        }
        look();
        return readable;
      } finally {
        const left = (opening.get(memberId) ?? 1) - 1;
        if (left === 0) opening.delete(memberId);
        else opening.set(memberId, left);
      }
    },
    /** To be called when the read tables may have changed. */
    look,
    /** Resolves once what was begun is over: for tests. */
    async settled(): Promise<void> {
      await looking;
    },
    /** Ends every stream, and starts none any more. */
    close(): void {
      isClosed = true;
      for (const stream of [...streams]) end(stream);
    },
  };
}

/** `undefined` where there is nothing to be seen any more. */
async function stampOf(stream: Stream): Promise<string | undefined> {
  try {
    return await stream.stamp();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function away(): Problem {
  return new Problem(503, "We can't update this page right now. Try again in a moment", {
    retryAfterSeconds: 30,
  });
}
