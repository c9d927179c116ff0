/**
 * Live conversations: server-sent events that a conversation has changed, but not how. Each node
 * checks its own read tables, so streams of all nodes work the same way.
 */
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Sessions } from "../../auth/sessions.ts";
import { Problem } from "../../contract/problem.ts";

export const liveLimits = { pages: 1000, pagesPerMember: 10 };
export type LiveLimits = Readonly<typeof liveLimits>;

export interface Watching {
  readonly memberId: string;
  /** The stream ends with this session. */
  readonly sessionId: string | undefined;
  readonly connectionId: string;
  /** Changes with everything the member can see there. @throws {Problem} If they can't see it. */
  stamp(): Promise<string>;
}

export type LiveConversations = ReturnType<typeof createLiveConversations>;

export interface LiveDependencies {
  readonly tables: {
    readonly connections: Pick<ConnectionTable, "marksOf">;
    readonly members: Pick<MemberTable, "byId">;
  };
  readonly sessions: Pick<Sessions, "list">;
  /** Whether this node can't read what others record. */
  readonly limits?: Partial<LiveLimits> | undefined;
  /** How often a stream sends a sign of life, and checks that its reader may still read it. */
  readonly beatMs?: number | undefined;
}

interface Stream extends Watching {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Version of the conversation's rows: when it changes, the stamp may have changed. */
  mark: string | undefined;
  /** The latest stamp; `undefined` while the stream is being opened. */
  last: string | undefined;
}

const encoder = new TextEncoder();
const alive = encoder.encode(":\n\n");
const changed = encoder.encode("event: changed\ndata:\n\n");
/** Unread events after which the reader counts as disconnected. */
const maxBacklog = 32;

export function createLiveConversations(deps: LiveDependencies) {
  const { tables: { connections: connectionTable, members: table }, sessions, beatMs = 20_000 } =
    deps;
  const limits = { ...liveLimits, ...deps.limits };
  const streams = new Set<Stream>();
  let beating: ReturnType<typeof setInterval> | undefined;
  let isClosed = false;
  let updating: Promise<void> | undefined;
  let mustRepeat = false;

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    if (streams.size === 0) {
      clearInterval(beating);
      beating = undefined;
    }
    try {
      stream.controller.close();
    } catch {
      // Its reader closed it first.
    }
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if (!streams.has(stream)) return;
    if ((stream.controller.desiredSize ?? 0) <= 0) end(stream);
    else stream.controller.enqueue(bytes);
  }

  async function notifyChanged(): Promise<void> {
    const ids = [...new Set([...streams].map(({ connectionId }) => connectionId))];
    if (ids.length === 0) return;
    const marks = await connectionTable.marksOf(ids);
    await Promise.all([...streams].map(async (stream) => {
      const mark = marks.get(stream.connectionId);
      const isOpening = stream.last === undefined || !ids.includes(stream.connectionId);
      if (isOpening || mark === stream.mark) return;
      const stamp = await stampOf(stream);
      if (stamp === undefined) return end(stream);
      stream.mark = mark;
      if (stamp === stream.last) return;
      stream.last = stamp;
      send(stream, changed);
    }));
  }

  function update(): void {
    if (streams.size === 0) return;
    mustRepeat = true;
    updating ??= (async () => {
      while (mustRepeat) {
        mustRepeat = false;
        // While a database is unavailable, the next beat tries again.
        await notifyChanged().catch(() => undefined);
      }
      updating = undefined;
    })();
  }

  async function mayRead({ memberId, sessionId }: Watching): Promise<boolean> {
    if (await table.byId(memberId) === undefined) return false;
    return (await sessions.list(memberId)).some(({ id }) => id === sessionId);
  }

  async function beat(): Promise<void> {
    update();
    await Promise.all([...streams].map(async (stream) => {
      if (await mayRead(stream).catch(() => false)) send(stream, alive);
      else end(stream);
    }));
  }

  function refuseTooMany(memberId: string): void {
    if (isClosed) throw unavailable();
    const own = [...streams].filter((stream) => stream.memberId === memberId).length;
    if (own >= limits.pagesPerMember) {
      const message = "You have too many conversations open. Close some tabs, then try again";
      throw new Problem(429, message, { retryAfterSeconds: 60 });
    }
    if (streams.size >= limits.pages) throw unavailable();
  }

  return {
    /**
     * The stream ends when the member, their session or their view of the conversation does.
     * @throws {Problem} 404 as `stamp` does, 429 for too many of one member, 503 in all.
     */
    async open(watching: Watching): Promise<ReadableStream<Uint8Array>> {
      const { memberId, connectionId } = watching;
      refuseTooMany(memberId);
      // The constructor calls `start` before it returns.
      let stream!: Stream;
      const readable = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = { ...watching, controller, mark: undefined, last: undefined };
          streams.add(stream);
          controller.enqueue(alive);
        },
        cancel: () => end(stream),
      }, { highWaterMark: maxBacklog });
      try {
        // The mark first: a change between the two is noticed later.
        stream.mark = (await connectionTable.marksOf([connectionId])).get(connectionId);
        stream.last = await watching.stamp();
      } catch (error) {
        end(stream);
        throw error;
      }
      if (isClosed) throw unavailable();
      if (streams.has(stream)) beating ??= setInterval(() => void beat(), beatMs);
      update();
      return readable;
    },
    update,
    async settled(): Promise<void> {
      await updating;
    },
    close(): void {
      isClosed = true;
      for (const stream of [...streams]) end(stream);
    },
  };
}

/** `undefined` when the member can no longer see the conversation. */
async function stampOf(stream: Stream): Promise<string | undefined> {
  try {
    return await stream.stamp();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function unavailable(): Problem {
  return new Problem(503, "We can't update this page right now. Try again in a moment", {
    retryAfterSeconds: 30,
  });
}
