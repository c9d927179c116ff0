import { describe, expect, it } from "vitest";
import { accept, ask } from "../connections/testing/commands.ts";
import { during, openSystemWith } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";

/** Cleo, who has asked Mona, in two processes on the same files. */
async function twoProcesses() {
  const one = await openSystemWith({ cleo: "cadet", mona: "alumni", otto: "alumni" });
  const other = await openSystem(one.folder);
  const id = await ask(one, "cleo", "mona");
  return { one, other, id };
}

type Action = (system: System, id: string) => Promise<unknown>;
const close: Action = ({ members }) => members.execute("cleo", { type: "CloseAsking" }, cause);
const answer: Action = ({ connections }, id) => connections.act("mona", id, accept, cause);
const askOtto: Action = (system) => ask(system, "cleo", "otto");

async function typesIn({ database }: System) {
  const rows = await database.read(
    `SELECT type FROM events WHERE type IN ('AskingClosed', 'ConnectionWithdrawn',
     'ConnectionAnswered', 'ConnectionRequested') ORDER BY position`,
  );
  return rows.map(({ type }) => String(type)).slice(1);
}

describe("closing a member while a mentor answers, in two processes", () => {
  it("keeps an answer that was first, and withdraws nothing", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => close(one, id), () => answer(other, id)))
      .toEqual(["done", "done"]);
    expect(await typesIn(one)).toEqual(["ConnectionAnswered", "AskingClosed"]);
  });

  it("refuses an answer that came second", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => answer(one, id), () => close(other, id)))
      .toEqual(["done", "connection/answered"]);
    expect(await typesIn(one)).toEqual(["ConnectionWithdrawn", "AskingClosed"]);
  });

  it("withdraws a request sent during the closing", async () => {
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

  it("refuses a request sent after the closing", async () => {
    const { one, other, id } = await twoProcesses();
    expect(await during(one, () => askOtto(one, id), () => close(other, id)))
      .toEqual(["done", "connection/asking-closed"]);
    expect(await typesIn(one)).toEqual(["ConnectionWithdrawn", "AskingClosed"]);
  });
});
