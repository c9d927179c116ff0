import { describe, expect, it, onTestFinished } from "vitest";
import type { Recorded } from "../log/event-log.ts";
import { type Key, newKey } from "../vault/seal.ts";
import type { MemberEvent } from "./events.ts";
import { createOpening } from "./opening.ts";
import { startOpeningThread } from "./opening-thread.ts";
import { openEvent, sealedPart, sealEvent } from "./sealing.ts";

const members = 40;
const keys: ReadonlyMap<string, Key> = new Map(
  Array.from({ length: members }, (_, member) => [`member-${member}`, newKey()] as const)
    // One whose key is gone.
    .slice(1),
);

/** Events with a personal part, without one, and with one that was erased, in turn. */
const page = Array.from({ length: 200 }, (_, at): Recorded => {
  const memberId = `member-${at % members}`;
  const event: MemberEvent = at % 5 === 0 ? { type: "ProfileHidden", facts: {}, personal: null } : {
    type: "ProfileChanged",
    facts: { changed: ["bio"] },
    personal: { bio: `"Flew", and\nlanded ${at}: é, ✈` },
  };
  const key = keys.get(memberId) ?? newKey();
  const { sealed, ...recorded } = sealEvent(event, { memberId, eventId: `event-${at}`, key });
  return {
    ...recorded,
    memberId,
    position: at + 1,
    version: 1,
    atMs: at,
    sealed: at % 7 === 0 ? null : sealed,
    sealedDigest: null,
    hash: "",
    actorId: memberId,
    correlationId: "",
    causationId: "",
  };
});

function open(recorded: readonly Recorded[], largePage: number): Promise<MemberEvent[]> {
  const opening = createOpening(largePage);
  onTestFinished(opening.close);
  return opening.open(recorded, keys);
}

describe("the events of a page", () => {
  it("are the same whether a thread opens them or not", async () => {
    const each = page.map((recorded) => openEvent(recorded, keys.get(recorded.memberId)));
    expect(await open(page, page.length)).toEqual(each);
    expect(await open(page, page.length + 1)).toEqual(each);
  });

  it("come in the order of the pages that were asked for at once", async () => {
    const opening = createOpening(1);
    onTestFinished(opening.close);
    const pages = [page.slice(0, 150), page.slice(150), page.slice(20, 30)];
    const opened = await Promise.all(pages.map((part) => opening.open(part, keys)));
    expect(opened).toEqual(
      pages.map((part) => part.map((recorded) => openEvent(recorded, keys.get(recorded.memberId)))),
    );
  });

  it.each([1, 1000])("are refused when a payload was tampered with (%i)", async (largePage) => {
    const tampered = page.map((recorded): Recorded =>
      recorded.position === 123
        ? { ...recorded, sealed: recorded.sealed?.map((byte) => byte ^ 1) ?? null }
        : recorded
    );
    await expect(open(tampered, largePage)).rejects.toThrow("authenticate");
  });

  it("are opened all the same when the thread ends meanwhile", async () => {
    const opening = createOpening(1);
    const opened = opening.open(page, keys);
    opening.close();
    expect(await opened).toHaveLength(page.length);
    expect(await opening.open(page, keys)).toHaveLength(page.length);
  });
});

describe("the thread", () => {
  it("has what is sealed in clear, in order", async () => {
    const thread = startOpeningThread();
    onTestFinished(thread.close);
    const parts = page.map((recorded) => sealedPart(recorded, keys.get(recorded.memberId)))
      .filter((part) => part !== null);
    const contents = await thread.open(parts);
    expect(contents).toHaveLength(parts.length);
    expect(contents?.[0]).toEqual({ bio: `"Flew", and\nlanded 1: é, ✈` });
    expect(await thread.open([])).toEqual([]);
  });

  it("has nothing to say when one of them does not open, and goes on", async () => {
    const thread = startOpeningThread();
    onTestFinished(thread.close);
    const [part] = page.flatMap((recorded) =>
      sealedPart(recorded, keys.get(recorded.memberId)) ?? []
    );
    if (part === undefined) throw new Error("Nothing is sealed");
    expect(await thread.open([part, { ...part, context: "another" }])).toBeNull();
    expect(await thread.open([part])).toHaveLength(1);
  });
});
