import { describe, expect, it, onTestFinished } from "vitest";
import type { TestAppOptions } from "../../testing/app.ts";
import { answerOf } from "../../testing/app-for-test.ts";
import { accept, connectedPair, end, type Person, write } from "../../testing/connected.ts";
import { createLiveConversations } from "./live.ts";

const generous = { limits: { changesPerMember: 1e6, messagesPerMember: 1e6 } };

async function given(options: TestAppOptions = {}) {
  const connected = await connectedPair({ ...generous, ...options });
  const { app, ask, casey, morgan } = connected;
  const id = await ask(casey, morgan);

  /** A page: the events since the last call, and whether its stream goes on. */
  async function follow(who: Person) {
    const answer = await who.get(`/api/connections/${id}/events`);
    return { ...reading(answer.body), answer };
  }

  async function settled() {
    await app.follow();
    await app.live.settled();
    await app.settled();
  }
  return { ...connected, id, follow, settled };
}

/** What has come of a stream since the last time, and whether it goes on. */
function reading(body: ReadableStream<Uint8Array> | null) {
  const decoder = new TextDecoder();
  let text = "";
  let isOver = false;
  const reader = body?.getReader();
  const read = (async () => {
    for (;;) {
      const { done = true, value } = await reader?.read() ?? {};
      isOver = done;
      if (done) return;
      text += decoder.decode(value);
    }
  })();
  onTestFinished(async () => {
    await reader?.cancel();
    await read;
  });
  return {
    async told() {
      await new Promise((resolve) => setTimeout(resolve));
      const events = [...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);
      expect(text.replaceAll(/^(event: changed\ndata:|:)\n\n/gm, "")).toBe("");
      text = "";
      return events;
    },
    beats: () => text.split(":\n\n").length - 1,
    isOver: () => isOver,
    leave: () => reader?.cancel(),
  };
}

describe("a page of a conversation", () => {
  it("gets an event that says that something changed, and nothing else, no matter who changed it", async () => {
    const { casey, morgan, id, act, ask, person, follow, settled } = await given();
    const [cadet, mentor] = [await follow(casey), await follow(morgan)];
    expect(Object.fromEntries(cadet.answer.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
    await settled();
    expect([await cadet.told(), await mentor.told()]).toEqual([[], []]);
    for (const [who, command] of [[morgan, accept], [casey, write("Hi")], [morgan, end]] as const) {
      await act(who, id, command);
      await settled();
      expect([await cadet.told(), await mentor.told()]).toEqual([["changed"], ["changed"]]);
    }
    // What goes on elsewhere is none of theirs.
    const jordan = await person("Jordan");
    await ask(jordan, morgan);
    await settled();
    expect([await cadet.told(), await mentor.told()]).toEqual([[], []]);
    expect(cadet.isOver()).toBe(false);
  });

  it("gets events on every node", async () => {
    const { app, casey, morgan, id, act } = await given();
    const { connections } = app.readModel;
    // Another node: no one tells it of changes.
    const live = createLiveConversations({
      tables: { connections, members: app.readModel.members },
      sessions: { list: async () => [] },
    });
    onTestFinished(live.close);
    const { memberId } = casey;
    const stamp = async () => (await connections.byId(id))?.state ?? "";
    const page = reading(
      await live.open({ memberId, sessionId: "own", connectionId: id, stamp }),
    );
    await act(morgan, id, accept);
    expect(await page.told()).toEqual([]);
    live.update();
    await live.settled();
    expect(await page.told()).toEqual(["changed"]);
  });

  it("sends the blocker no news of the other person, who learns nothing of the block", async () => {
    const { casey, morgan, id, act, block, follow, settled } = await given();
    const [cadet, mentor] = [await follow(casey), await follow(morgan)];
    await block(morgan, casey);
    await settled();
    // The mentor can't see it after blocking: the stream ends with the block, not with a later change.
    expect([await mentor.told(), mentor.isOver()]).toEqual([[], true]);
    expect([await cadet.told(), cadet.isOver()]).toEqual([[], false]);
    await act(casey, id, write("Hello?"));
    await settled();
    expect(await cadet.told()).toEqual(["changed"]);
    expect((await morgan.get(`/api/connections/${id}/events`)).status).toBe(404);
  });

  it("is only open to the two people, signed in, and from this site", async () => {
    const { app, casey, id, person } = await given();
    const jordan = await person("Jordan");
    const path = `/api/connections/${id}/events`;
    expect((await app.browser().get(path)).status).toBe(401);
    expect((await jordan.get(path)).status).toBe(404);
    const elsewhere = { headers: { "Sec-Fetch-Site": "cross-site" } };
    expect((await casey.get(path, elsewhere)).status).toBe(403);
    const head = await casey.send("HEAD", path);
    expect([head.status, head.body]).toEqual([200, null]);
  });

  it("ends with either's erasure", async () => {
    const { casey, morgan, follow, settled } = await given();
    const [cadet, mentor] = [await follow(casey), await follow(morgan)];
    expect((await casey.delete("/api/account")).status).toBe(204);
    await settled();
    expect(cadet.isOver()).toBe(true);
    expect(mentor.isOver()).toBe(true);
  });

  it("is limited for each member, and in all", async () => {
    const { casey, morgan, id, person, act, ask, follow } = await given({
      liveLimits: { pages: 3, pagesPerMember: 2 },
    });
    const first = await follow(casey);
    await follow(casey);
    const third = await casey.get(`/api/connections/${id}/events`);
    expect(third.headers.get("Retry-After")).toBe("60");
    expect(await answerOf(third)).toMatchObject({ status: 429 });
    await act(morgan, id, accept);
    await follow(morgan);
    const jordan = await person("Jordan");
    const other = await ask(jordan, morgan);
    expect((await jordan.get(`/api/connections/${other}/events`)).status).toBe(503);
    await first.leave();
    expect((await follow(casey)).answer.status).toBe(200);
  });

  it("ends at once when the service stops, and new ones are refused", async () => {
    const { app, casey, id, follow } = await given();
    const cadet = await follow(casey);
    app.live.close();
    await cadet.told();
    expect(cadet.isOver()).toBe(true);
    expect((await casey.get(`/api/connections/${id}/events`)).status).toBe(503);
  });
});

it("a stream that goes on sends signs of life, and ends with its session or its member", async () => {
  const { app, casey: { memberId }, id: connectionId } = await given();
  const { connections, members } = app.readModel;
  for (const what of ["session", "member"]) {
    let gone = "nothing";
    const idOf = () => gone === "session" ? "another" : "own";
    const live = createLiveConversations({
      tables: {
        connections,
        members: { byId: async (id) => gone === "member" ? undefined : await members.byId(id) },
      },
      sessions: {
        list:
          async () => [{ id: idOf(), browser: null, createdAt: "", lastSeenAt: "", proofs: {} }],
      },
      beatMs: 5,
    });
    onTestFinished(live.close);
    const watching = { memberId, sessionId: "own", connectionId, stamp: async () => "same" };
    const page = reading(await live.open(watching));
    await expect.poll(page.beats).toBeGreaterThan(2);
    expect(await page.told()).toEqual([]);
    expect(page.isOver()).toBe(false);
    gone = what;
    await expect.poll(page.isOver).toBe(true);
  }
});
