import { describe, expect, it } from "vitest";
import { undo } from "../../../events/connections/testing/commands.ts";
import {
  accept,
  connectedPair,
  dayMs,
  decline,
  type Person,
  refusalOf,
  write,
} from "../../testing/connected.ts";

const waitsAgain = "your request is waiting for an answer again";

async function given() {
  const connected = await connectedPair();
  const { casey, morgan, ask, mailed, act, app } = connected;
  const id = await ask(casey, morgan);
  await mailed();
  return {
    ...connected,
    id,
    /** What Casey is mailed from now on. */
    news: async () =>
      (await mailed()).filter(({ to }) => to === casey.email)
        .map(({ subject }) => subject.replace("About Networking: ", "")),
    undone: async () => await refusalOf(act(morgan, id, undo)),
    seenBy: async (who: Person) => await app.product.conversations.find(who.memberId, id),
  };
}

const tooLate = { status: 409, message: "You can't undo this answer anymore" };

describe("an undone answer", () => {
  it.each([accept, decline])("is mailed to the asker once: %o", async (answer) => {
    const { act, morgan, casey, id, news, seenBy, state } = await given();
    await act(morgan, id, answer);
    expect(await news()).toHaveLength(1);
    expect((await seenBy(morgan)).undoableUntil).toBe("2026-11-03T12:00:00.000Z");
    expect((await seenBy(casey)).undoableUntil).toBeNull();
    await act(morgan, id, undo);
    await act(morgan, id, undo);
    expect(await state(id)).toBe("requested");
    expect(await news()).toEqual([waitsAgain]);
    expect(await news()).toEqual([]);
  });

  it("replaces the notice of the answer where that hasn't left", async () => {
    const { act, morgan, id, news } = await given();
    await act(morgan, id, { ...accept, note: "Gladly" });
    await act(morgan, id, undo);
    expect(await news()).toEqual([waitsAgain]);
  });

  it("is not mailed where another answer follows before that", async () => {
    const { act, morgan, id, news } = await given();
    for (const command of [accept, undo, decline, undo, accept]) await act(morgan, id, command);
    expect(await news()).toEqual(["your request was accepted"]);
    for (const command of [undo, decline, undo]) await act(morgan, id, command);
    expect(await news()).toEqual([waitsAgain]);
  });

  it("counts neither as a conversation nor against asking", async () => {
    const { act, app, morgan, casey, id } = await given();
    const conversations = async () =>
      (await app.readModel.members.byId(morgan.memberId))?.conversations;
    await act(morgan, id, accept);
    expect(await conversations()).toBe(1);
    await act(morgan, id, undo);
    expect(await conversations()).toBe(0);
    // Contacts for people in a conversation are hidden again.
    expect(await app.readModel.connections.areInTouch(casey.memberId, morgan.memberId)).toBe(false);
  });

  it("is possible for a day", async () => {
    const { act, morgan, id, clock, undone } = await given();
    await act(morgan, id, decline);
    clock.ms += dayMs - 1;
    expect(await undone()).toBeUndefined();
    await act(morgan, id, decline);
    clock.ms += dayMs;
    expect(await undone()).toMatchObject(tooLate);
  });

  it("is refused alike after a message, a block by either, and for an asker at the limit", async () => {
    const whatHappens = [
      async ({ act, casey, id }) => await act(casey, id, write("Thank you")),
      async ({ block, casey, morgan }) => await block(casey, morgan),
      async ({ block, casey, morgan }) => await block(morgan, casey),
      async ({ block, casey, morgan, app }) => {
        await block(casey, morgan);
        const origin = { ip: "192.0.2.1", requestId: "unblock" };
        await app.product.connections.unblock(casey.memberId, morgan.memberId, origin);
      },
      async ({ person, ask, casey }) => {
        for (const name of ["Ada", "Ben", "Cem", "Dov", "Eve"]) {
          await ask(casey, await person(name, "alumni"));
        }
      },
    ] satisfies ((world: Awaited<ReturnType<typeof given>>) => Promise<unknown>)[];
    for (const [at, happens] of whatHappens.entries()) {
      const world = await given();
      await world.act(world.morgan, world.id, at === 0 ? accept : decline);
      await happens(world);
      expect([at, await world.undone()]).toMatchObject([at, tooLate]);
    }
  });

  it("is refused once the asker's account is deleted", async () => {
    const { act, casey, morgan, id, undone } = await given();
    await act(morgan, id, accept);
    await casey.delete("/api/account");
    expect(await undone()).toMatchObject({ status: 409 });
  });

  it("is decided once with a message that comes at the same moment", async () => {
    const { act, casey, morgan, id, state, app } = await given();
    await act(morgan, id, accept);
    const [undoing, writing] = await Promise.all([
      refusalOf(act(morgan, id, undo)),
      refusalOf(act(casey, id, write("Thank you"))),
    ]);
    expect(writing).toBeUndefined();
    const { messages } = await app.product.conversations.read(morgan.memberId, id);
    expect(messages).toHaveLength(2);
    expect(await state(id)).toBe(undoing === undefined ? "requested" : "accepted");
  });
});
