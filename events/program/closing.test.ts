import { describe, expect, it } from "vitest";
import { during, openSystemWith } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";

const topics = ["Networking"];

/** Cleo, who has asked Mona, in two processes on the same files. */
async function twoProcesses() {
  const one = await openSystemWith({ cleo: "cadet", mona: "alumni", otto: "alumni" });
  const other = await openSystem(one.folder);
  const ask = { mentorId: "mona", topics, note: "Hello" };
  const id = await one.connections.ask("cleo", ask, cause);
  await other.readModel.catchUp();
  return { one, other, id };
}

type Action = (system: System, id: string) => Promise<unknown>;
const close: Action = ({ members }) =>
  members.execute("cleo", { type: "CloseAsking", by: "staff" }, cause);
const accept: Action = ({ connections }, id) =>
  connections.act("mona", id, { type: "Accept", way: "site" }, cause);
const askOtto: Action = ({ connections }) =>
  connections.ask("cleo", { mentorId: "otto", topics, note: "Hello" }, cause);

async function typesIn({ databases }: System) {
  const rows = await databases.events.read(
    `SELECT type FROM events WHERE type IN ('AskingClosed', 'ConnectionWithdrawn',
     'ConnectionAnswered', 'ConnectionRequested') ORDER BY position`,
  );
  return rows.map(({ type }) => String(type)).slice(1);
}

describe("closing a member while a mentor answers, in two processes", () => {
  it("leaves an answer that was first, and withdraws nothing", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => close(one, id), () => accept(other, id)))
      .toEqual(["done", "done"]);
    expect(await typesIn(one)).toEqual(["ConnectionAnswered", "AskingClosed"]);
  });

  it("refuses the answer that came second", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => accept(one, id), () => close(other, id)))
      .toEqual(["done", "connection/answered"]);
    expect(await typesIn(one)).toEqual(["ConnectionWithdrawn", "AskingClosed"]);
  });

  it("withdraws also what they ask at this moment", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => close(one, id), () => askOtto(other, id)))
      .toEqual(["done", "done"]);
    expect(await typesIn(one)).toEqual([
      "ConnectionRequested",
      "ConnectionWithdrawn",
      "ConnectionWithdrawn",
      "AskingClosed",
    ]);
  });

  it("refuses what they ask a moment later", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => askOtto(one, id), () => close(other, id)))
      .toEqual(["done", "connection/asking-closed"]);
    expect(await typesIn(one)).toEqual(["ConnectionWithdrawn", "AskingClosed"]);
  });
});
