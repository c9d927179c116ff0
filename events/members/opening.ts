import type { Recorded } from "../log/event-log.ts";
import type { Key } from "../vault/seal.ts";
import type { MemberEvent } from "./events.ts";
import { type OpeningThread, startOpeningThread } from "./opening-thread.ts";
import { openedEvent, openEvent, sealedPart } from "./sealing.ts";

/** Opens the events of pages. */
export interface Opening {
  /**
   * The events in today's shape, in order.
   *
   * @param keys Of members, as far as there are any.
   * @throws {UnknownEvent} When this version does not know one of them.
   * @throws {Error} When a payload was tampered with.
   */
  open(page: readonly Recorded[], keys: ReadonlyMap<string, Key>): Promise<MemberEvent[]>;
  /** To be called at the end: the thread keeps the process alive. */
  close(): void;
}

/**
 * Opens large pages on a thread: to open sealed parts is a third of a rebuild, and another core may
 * do it.
 *
 * @param largePage From so many events on; a thread takes longer to start than a few take to open.
 */
export function createOpening(largePage: number): Opening {
  let thread: OpeningThread | undefined;

  function openHere(page: readonly Recorded[], keys: ReadonlyMap<string, Key>): MemberEvent[] {
    return page.map((recorded) => openEvent(recorded, keys.get(recorded.memberId)));
  }

  return {
    async open(page, keys) {
      if (page.length < largePage) return openHere(page, keys);
      thread ??= startOpeningThread();
      const parts = page.map((recorded) => sealedPart(recorded, keys.get(recorded.memberId)));
      const personal = await thread.open(parts.filter((part) => part !== null));
      // What is wrong with one of them is said here.
      if (personal === null) return openHere(page, keys);
      let taken = 0;
      return page.map((recorded, at) =>
        openedEvent(recorded, parts[at] === null ? null : personal[taken++] ?? null)
      );
    },
    close: () => thread?.close(),
  };
}
