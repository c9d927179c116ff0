import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { outcomeOf } from "../events/testing/people.ts";
import { cause, dump, openSystem, type System } from "../events/testing/system.ts";
import type { MailAbout } from "../events/members/handle.ts";
import { createMemberIndexer, type MemberIndexer } from "./index-members.ts";
import type { ProfileDocument } from "./project-document.ts";
import { createDirectoryModel } from "./testing/directory-model.ts";
import { type Happening, happening, memberIds, type ProcessName } from "./testing/happenings.ts";

/** For more runs, or to repeat one: `MODEL_RUNS=2000 MODEL_SEED=42 npm test search/model.test.ts`. */
const numRuns = Number(process.env.MODEL_RUNS ?? 10);
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) };
const leaseMs = 1000;

/** A process with its own index in memory. */
interface Running {
  readonly system: System;
  readonly documents: Map<string, ProfileDocument>;
  indexer: MemberIndexer;
}

describe("after any history", () => {
  it(
    "read tables, documents and mails match a plain model and a rebuild",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), checkModel),
        { numRuns, ...seed },
      );
    },
    240_000 + numRuns * 4000,
  );
});

async function checkModel(happenings: readonly Happening[]): Promise<void> {
  const world = await openWorld(await temporaryFolder());
  try {
    for (const next of happenings) await world.happen(next);
    await world.compare();
  } finally {
    world.close();
  }
}

/** Two processes on one set of databases, and the model beside them. */
async function openWorld(folder: string) {
  const model = createDirectoryModel();
  /** Queued mails: their member, and whether they were deleted with that member. */
  const mails = new Map<number, { readonly memberId: string; isForgotten: boolean }>();
  const sent = new Set<number>();
  const running = { one: await start(folder), two: await start(folder) };
  let ms = Date.parse("2026-03-01T12:00:00.000Z");

  function tick(byMs: number): Date {
    ms += byMs;
    for (const { system } of Object.values(running)) system.clock.ms = ms;
    return new Date(ms);
  }

  async function command(
    { system }: Running,
    { memberId, command }: Extract<Happening, { kind: "command" }>,
  ): Promise<void> {
    const at = tick(1000).toISOString();
    const number = mails.size;
    const draft = { kind: "test", content: { number } };
    // Every change queues a mail.
    const mailsOf: MailAbout = ({ before, after }) => before !== after ? [draft] : [];
    const outcome = await outcomeOf(system.members.execute(memberId, command, cause, mailsOf));
    const expected = model.act(memberId, command, at);
    expect([command.type, outcome !== "done"]).toEqual([command.type, expected === "refused"]);
    if (command.type === "Erase") {
      for (const mail of mails.values()) mail.isForgotten ||= mail.memberId === memberId;
    } else if (expected === "changed") mails.set(number, { memberId, isForgotten: false });
  }

  async function sendMail({ system: { mailQueue } }: Running, fate: string): Promise<number> {
    tick(leaseMs);
    const taken = await mailQueue.take({ limit: 3, leaseMs });
    for (const { messageId, content } of taken) {
      const { number } = content as { number: number };
      expect(mails.get(number)).toEqual({ memberId: expect.anything(), isForgotten: false });
      if (fate === "postponed") await mailQueue.postpone(messageId, ms + leaseMs);
      else sent.add(number);
      if (fate === "sent") await mailQueue.remove([messageId]);
    }
    return taken.length;
  }

  async function happen(next: Happening): Promise<void> {
    switch (next.kind) {
      case "command": {
        const other = running[next.process === "one" ? "two" : "one"];
        const rebuilt = next.duringRebuild ? other.system.readModel.rebuild() : undefined;
        await command(running[next.process], next);
        return await rebuilt;
      }
      case "read":
        return await compareRecords(running[next.process].system);
      case "index":
        await running[next.process].indexer.update();
        return compareDocuments(running[next.process]);
      case "deliver again": {
        const again = running[next.process];
        const startAt = Math.floor(again.indexer.position() / 2);
        again.indexer = createMemberIndexer(
          again.system.readModel.members,
          intoMap(again.documents),
          { pageSize: next.pageSize, startAt },
        );
        return await again.indexer.update();
      }
      case "rebuild":
        await Promise.all(next.processes.map((name) => running[name].system.readModel.rebuild()));
        return;
      case "restart":
        closeAll(running[next.process]);
        running[next.process] = await start(folder);
        tick(0);
        return;
      case "send mail":
        await sendMail(running[next.process], next.fate);
        return;
    }
  }

  async function compareRecords({ readModel: { members } }: System): Promise<void> {
    const expected = model.records();
    expect(new Map(await members.byIds(memberIds))).toEqual(expected);
    const rows = await members.changedSince(0, 100);
    expect(new Set(rows.filter(({ member }) => member === undefined).map((row) => row.memberId)))
      .toEqual(model.erased());
    for (const record of expected.values()) {
      expect(await members.byUsername(record.username.toLowerCase())).toEqual(record);
      expect(await members.byEmail(record.email.toUpperCase())).toEqual(record);
    }
  }

  function compareDocuments({ documents }: Pick<Running, "documents">): void {
    expect(documents).toEqual(model.documents());
  }

  return {
    happen,
    async compare(): Promise<void> {
      for (const name of ["one", "two"] as const satisfies readonly ProcessName[]) {
        await running[name].indexer.update();
        compareDocuments(running[name]);
      }
      const { system } = running.one;
      await compareRecords(system);
      const before = await dump(system);
      await system.readModel.rebuild();
      expect(await dump(system)).toEqual(before);
      const rebuiltIndex = { documents: new Map<string, ProfileDocument>() };
      const { members } = running.two.system.readModel;
      await createMemberIndexer(members, intoMap(rebuiltIndex.documents)).update();
      compareDocuments(rebuiltIndex);

      // Every mail is sent at least once, except to erased members.
      while (await sendMail(running.two, "sent") > 0);
      const wanted = [...mails].filter(([, { isForgotten }]) => !isForgotten);
      expect(wanted.map(([number]) => number).filter((number) => !sent.has(number))).toEqual([]);
    },
    close: () => Object.values(running).forEach(closeAll),
  };
}

async function start(folder: string): Promise<Running> {
  const system = await openSystem(folder);
  const documents = new Map<string, ProfileDocument>();
  const indexer = createMemberIndexer(system.readModel.members, intoMap(documents), {
    pageSize: 2,
  });
  return { system, documents, indexer };
}

/** An index that only stores documents. */
function intoMap(documents: Map<string, ProfileDocument>) {
  return {
    async put(found: readonly ProfileDocument[]) {
      for (const document of found) documents.set(document.memberId, document);
    },
    async remove(gone: readonly string[]) {
      for (const memberId of gone) documents.delete(memberId);
    },
  };
}

function closeAll({ system }: Running): void {
  system.database.close();
}
