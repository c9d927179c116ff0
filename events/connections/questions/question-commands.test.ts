import { describe, expect, it, vi } from "vitest";
import { dayMs } from "../../day.ts";
import { appendsEvents } from "../../testing/database.ts";
import { during, openSystemWith, outcomeOf } from "../../testing/people.ts";
import { residueOf } from "../../testing/residue.ts";
import { cause, openSystem, type System } from "../../testing/system.ts";
import type { Role } from "../../vocabulary.ts";
import { accept, ask, end, write } from "../testing/commands.ts";

const text = "How did you choose your branch?";
const alumni = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`mentor${at + 1}`, "alumni" as const]),
  );
const systemWith = (mentors: number, more: Readonly<Record<string, Role>> = {}) =>
  openSystemWith({ cadet: "cadet", ...alumni(mentors), ...more });

const askAlumni = ({ questions }: System, who = "cadet", topic = "Networking") =>
  questions.ask(who, { topic, text }, cause);
const reply = (words: string) => ({ text: words, way: "link" }) as const;
const press = { way: "link" } as const;

/** Who was sent a question, whether or not a block withholds it. */
async function sentTo({ database }: System, questionId: string): Promise<string[]> {
  const rows = await database.read(
    "SELECT member_id FROM question_people WHERE question_id = ? AND part = 'asked' ORDER BY 1",
    [questionId],
  );
  return rows.map(({ member_id }) => String(member_id));
}

const stateOf = async ({ readModel }: System, questionId: string) =>
  (await readModel.questions.byId(questionId))?.state;

const textsIn = async ({ texts }: System, connectionId: string) =>
  (await texts.latest(connectionId, { limit: 50 })).texts.map(({ authorId, text }) =>
    `${authorId}: ${text}`
  );

async function kindsTo({ mailQueue }: System, memberId: string): Promise<number[]> {
  const kinds = [
    "connection-question",
    "connection-taken",
    "connection-yours",
    "connection-reply-kept",
    "connection-question-closed",
  ];
  const found = await Promise.all(kinds.map((kind) => mailQueue.ofMember(memberId, kind)));
  return found.map(({ length }) => length);
}

const open = async ({ readModel }: System, memberId: string) =>
  (await readModel.connections.ofMember(memberId)).filter(({ state }) => state === "accepted");

describe("a question to the program's alumni", () => {
  it("goes to three at once, after three and six days to three more, after nine to staff, and ends after thirty", async () => {
    const system = await systemWith(12);
    const { questions, clock } = system;
    const id = await askAlumni(system);
    const seen = [(await sentTo(system, id)).length];
    const days = [3, 3, 3, 21];
    for (const more of days) {
      clock.ms += more * dayMs - 1;
      expect(await questions.recordDue(id)).toBe(false);
      clock.ms += 1;
      expect(await questions.recordDue(id)).toBe(true);
      seen.push((await sentTo(system, id)).length);
    }
    expect(seen).toEqual([3, 6, 9, 9, 9]);
    expect(await stateOf(system, id)).toBe("ended");
    expect(await kindsTo(system, "cadet")).toEqual([0, 0, 0, 0, 1]);
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("goes to staff at once when no one can be asked, and as soon as no one else can", async () => {
    const system = await systemWith(2);
    const { questions, connections, readModel, clock } = system;
    const id = await askAlumni(system);
    expect(await sentTo(system, id)).toEqual(["mentor1", "mentor2"]);
    clock.ms += 3 * dayMs;
    await questions.recordDue(id);
    expect(await stateOf(system, id)).toBe("staff");
    await connections.changeMentoring("mentor1", { takesRequests: false }, cause);
    clock.ms += 30 * dayMs;
    await connections.changeMentoring("mentor2", { pausedUntil: "2027-01" }, cause);
    await questions.recordDue(id);
    const next = await askAlumni(system);
    expect([await stateOf(system, next), await sentTo(system, next)]).toEqual(["staff", []]);
    expect(await readModel.questions.countForStaff("anyone")).toBe(1);
  });

  it("goes to those who were asked least in sixty days, by requests and by questions", async () => {
    const system = await systemWith(5, { other: "cadet" });
    const { clock, questions } = system;
    for (const mentor of ["mentor1", "mentor2"]) await ask(system, "other", mentor);
    clock.ms += dayMs;
    const id = await askAlumni(system);
    expect(await sentTo(system, id)).toEqual(["mentor3", "mentor4", "mentor5"]);
    await questions.withdraw("cadet", id, cause);
    clock.ms += 15 * dayMs;
    await ask(system, "other", "mentor3");
    clock.ms += dayMs;
    const again = await askAlumni(system);
    // Each was asked once, and mentor3 twice.
    expect(await sentTo(system, again)).not.toContain("mentor3");
  });

  it("goes to no one who was mailed another one in the last fortnight, to the day", async () => {
    const system = await systemWith(1, { other: "cadet" });
    const { clock } = system;
    const mailed = async () => {
      const id = await askAlumni(system, "other");
      const sent = await sentTo(system, id);
      await system.questions.withdraw("other", id, cause);
      return sent.length;
    };
    await askAlumni(system);
    clock.ms = Date.parse("2026-03-14T23:59:00Z");
    expect(await mailed()).toBe(0);
    clock.ms = Date.parse("2026-03-15T11:59:00Z");
    expect(await mailed()).toBe(0);
    clock.ms = Date.parse("2026-03-16T00:00:00Z");
    expect(await mailed()).toBe(1);
  });

  it("counts as one request until it is answered, and what it leads to as none", async () => {
    const system = await systemWith(6);
    const { questions, connections, readModel } = system;
    const id = await askAlumni(system);
    expect(await outcomeOf(askAlumni(system))).toBe("question/open");
    const others = await Promise.all(
      ["mentor1", "mentor2", "mentor3", "mentor4"].map((who) => ask(system, "cadet", who)),
    );
    expect(await outcomeOf(ask(system, "cadet", "mentor5"))).toBe("connection/too-many-open");
    expect(await outcomeOf(askAlumni(system, "cadet", "Branch Selection")))
      .toBe("connection/too-many-open");
    for (const each of others) await connections.act("cadet", each, { type: "Withdraw" }, cause);
    const [taker = ""] = await sentTo(system, id);
    const another = taker === "mentor1" ? "mentor2" : "mentor1";
    await questions.answer(taker, id, press, cause);
    // Five asked: four people and a question.
    for (let asked = 5; asked < 10; asked++) {
      const next = await ask(system, "cadet", another);
      await connections.act("cadet", next, { type: "Withdraw" }, cause);
    }
    expect(await outcomeOf(ask(system, "cadet", another))).toBe("connection/too-many-lately");
    expect(await readModel.differences()).toEqual([]);
  });

  it("is asked by cadets alone, with a confirmed address, about a known topic", async () => {
    const system = await systemWith(1);
    expect(await outcomeOf(askAlumni(system, "mentor1"))).toBe("question/cadets-only");
    expect(await outcomeOf(askAlumni(system, "cadet", "Zanzibar"))).toBe("connection/invalid");
    await system.members.execute("cadet", { type: "CloseAsking" }, cause);
    expect(await outcomeOf(askAlumni(system))).toBe("connection/asking-closed");
  });

  it("is withdrawn by its cadet, and when staff stop them from asking", async () => {
    const system = await systemWith(3);
    const { questions, members } = system;
    const id = await askAlumni(system);
    expect(await outcomeOf(questions.withdraw("mentor1", id, cause))).toBe("connection/not-found");
    await members.execute("cadet", { type: "CloseAsking" }, cause);
    expect(await stateOf(system, id)).toBe("withdrawn");
    expect(await questions.answer("mentor1", id, press, cause)).toEqual({ is: "over" });
    expect(await outcomeOf(questions.answer("mentor1", id, reply("Hi"), cause)))
      .toBe("question/over");
  });
});

describe("who answers first", () => {
  it("has an accepted conversation that begins with the question", async () => {
    const system = await systemWith(3);
    const { questions, readModel } = system;
    const id = await askAlumni(system);
    const answered = await questions.answer("mentor2", id, reply("I followed my heart"), cause);
    const [connection] = await open(system, "mentor2");
    expect(answered).toEqual({ is: "taken", connectionId: connection?.connectionId });
    expect(connection).toMatchObject({ askerId: "cadet", topics: ["Networking"] });
    expect(await textsIn(system, connection?.connectionId ?? ""))
      .toEqual([`cadet: ${text}`, "mentor2: I followed my heart"]);
    expect(await kindsTo(system, "cadet")).toEqual([0, 1, 0, 0, 0]);
    // Nothing counts against the others, or waits for them.
    expect(await readModel.connections.ofMember("mentor1")).toEqual([]);
    expect(await questions.answer("mentor1", id, press, cause)).toEqual({ is: "over" });
    expect(await outcomeOf(questions.answer("cadet", id, press, cause))).toBe(
      "connection/not-found",
    );
    expect(await readModel.differences()).toEqual([]);
  });

  it("is exactly one of two at the same moment, in one process and in two", async () => {
    const system = await systemWith(3);
    const other = await openSystem(system.folder);
    const id = await askAlumni(system);
    const both = await Promise.all([
      system.questions.answer("mentor1", id, reply("One"), cause),
      other.questions.answer("mentor2", id, reply("Two"), cause),
      system.questions.answer("mentor3", id, press, cause),
    ]);
    expect(both.filter(({ is }) => is === "taken")).toHaveLength(1);
    expect(await open(system, "cadet")).toHaveLength(1);
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("decides again when another one was first between decision and commit", async () => {
    const system = await systemWith(3);
    const other = await openSystem(system.folder);
    const id = await askAlumni(system);
    const outcomes = await during(
      system,
      () => system.questions.answer("mentor1", id, reply("Slow"), cause),
      () => other.questions.answer("mentor2", id, press, cause),
    );
    expect(outcomes).toEqual(["done", "done"]);
    expect((await open(system, "cadet")).map(({ mentorId }) => mentorId)).toEqual(["mentor2"]);
    expect(await system.readModel.questions.keptReply(id, "mentor1")).toBeDefined();
  });

  it("needs room for one more conversation", async () => {
    const system = await systemWith(3, { other: "cadet" });
    const id = await askAlumni(system);
    await system.connections.changeMentoring("mentor1", { capacity: 1 }, cause);
    const taken = await ask(system, "other", "mentor1");
    await system.connections.act("mentor1", taken, accept, cause);
    expect(await outcomeOf(system.questions.answer("mentor1", id, press, cause)))
      .toBe("connection/full");
    expect(await stateOf(system, id)).toBe("open");
  });

  it("accepts the cadet's own request where there is one, and writes on where they talk", async () => {
    const system = await systemWith(3);
    const { questions, connections, readModel } = system;
    const id = await askAlumni(system);
    const request = await ask(system, "cadet", "mentor1");
    expect(await questions.answer("mentor1", id, reply("Yes"), cause))
      .toEqual({ is: "taken", connectionId: request });
    expect((await textsIn(system, request)).slice(1)).toEqual([`cadet: ${text}`, "mentor1: Yes"]);
    // A second press and a second mail go on there.
    expect(await questions.answer("mentor1", id, press, cause))
      .toEqual({ is: "taken", connectionId: request });
    await questions.answer("mentor1", id, { text: "More", way: "mail", messageId: "m1" }, cause);
    await questions.answer("mentor1", id, { text: "More", way: "mail", messageId: "m1" }, cause);
    expect((await textsIn(system, request)).slice(3)).toEqual(["mentor1: More"]);
    await connections.act("mentor1", request, write("Bye"), cause);
    await connections.act("cadet", request, end, cause);
    expect(await readModel.differences()).toEqual([]);
  });
});

describe("one alumnus with room for one conversation", () => {
  it("takes one of two questions, also at the same moment", async () => {
    const system = await systemWith(1, { other: "cadet" });
    const { questions, connections, clock } = system;
    await connections.changeMentoring("mentor1", { capacity: 1 }, cause);
    const first = await askAlumni(system);
    clock.ms += 15 * dayMs;
    const second = await askAlumni(system, "other");
    const outcomes = await Promise.all(
      [first, second].map((id) => outcomeOf(questions.answer("mentor1", id, press, cause))),
    );
    expect(outcomes.toSorted()).toEqual(["connection/full", "done"]);
    expect(await open(system, "mentor1")).toHaveLength(1);
  });
});

describe("a process that ends", () => {
  /** Ends before or after its next commit: who called it never hears of it. */
  async function ending(
    { database }: System,
    when: "before" | "after",
    work: () => Promise<unknown>,
  ): Promise<void> {
    const write = database.write.bind(database);
    const spy = vi.spyOn(database, "write").mockImplementation(async (statements) => {
      if (!appendsEvents(statements)) return await write(statements);
      if (when === "after") await write(statements);
      throw new Error("killed");
    });
    await expect(work()).rejects.toThrow("killed");
    spy.mockRestore();
  }

  const counts = async ({ database }: System) => {
    const [row] = await database.read(
      `SELECT (SELECT count(*) FROM questions) AS questions,
         (SELECT count(*) FROM question_people) AS people,
         (SELECT count(*) FROM question_mails) AS fortnights,
         (SELECT count(*) FROM outbox WHERE kind = 'connection') AS mails,
         (SELECT count(*) FROM connections) AS connections`,
    );
    return Object.values(row ?? {});
  };

  it("while a question is asked leaves all of it or nothing", async () => {
    const system = await systemWith(3);
    await ending(system, "before", () => askAlumni(system));
    expect(await counts(system)).toEqual([0, 0, 0, 0, 0]);
    await ending(system, "after", () => askAlumni(system));
    expect(await counts(system)).toEqual([1, 3, 3, 3, 0]);
    expect(await outcomeOf(askAlumni(system))).toBe("question/open");
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("while one is answered leaves a conversation with its mail, or an open question", async () => {
    const system = await systemWith(3);
    const { questions } = system;
    const id = await askAlumni(system);
    const take = () => questions.answer("mentor1", id, reply("Hi"), cause);
    await ending(system, "before", take);
    expect([await stateOf(system, id), await counts(system)]).toEqual(["open", [1, 3, 3, 3, 0]]);
    await ending(system, "after", take);
    expect([await stateOf(system, id), await counts(system)])
      .toEqual(["answered", [1, 3, 3, 4, 1]]);
    expect(await questions.answer("mentor1", id, press, cause)).toMatchObject({ is: "taken" });
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("while it is sent to others leaves that to the next one, once", async () => {
    const system = await systemWith(6);
    const { questions, clock } = system;
    const id = await askAlumni(system);
    clock.ms += 3 * dayMs;
    await ending(system, "before", () => questions.recordDue(id));
    expect(await sentTo(system, id)).toHaveLength(3);
    await ending(system, "after", () => questions.recordDue(id));
    expect(await questions.recordDue(id)).toBe(false);
    expect(await sentTo(system, id)).toHaveLength(6);
  });
});

describe("a second reply", () => {
  async function kept() {
    const system = await systemWith(3);
    const id = await askAlumni(system);
    await system.questions.answer("mentor1", id, press, cause);
    const words = { text: "Mine, too", way: "mail", messageId: "m2" } as const;
    expect(await system.questions.answer("mentor2", id, words, cause)).toEqual({ is: "kept" });
    expect(await system.questions.answer("mentor2", id, words, cause)).toEqual({ is: "kept" });
    return { system, id };
  }

  it("is kept once, told by mail, and sent by one press as a conversation of its author's own", async () => {
    const { system, id } = await kept();
    const { questions, readModel, connections } = system;
    expect(await kindsTo(system, "mentor2")).toEqual([1, 0, 0, 1, 0]);
    expect(await outcomeOf(questions.answer("mentor2", id, reply("Again"), cause)))
      .toBe("question/kept");
    const sent = await questions.sendKept("mentor2", id, cause);
    const connectionId = sent.is === "taken" ? sent.connectionId : "";
    expect(await textsIn(system, connectionId)).toEqual([`cadet: ${text}`, "mentor2: Mine, too"]);
    expect(await outcomeOf(questions.sendKept("mentor2", id, cause))).toBe("question/over");
    expect(await open(system, "cadet")).toHaveLength(2);
    expect(await readModel.questions.byId(id)).toMatchObject({ state: "answered" });
    await connections.deleteForgottenTexts();
    expect(await readModel.differences()).toEqual([]);
  });

  it("is forgotten, unless it is sent", async () => {
    const { system, id } = await kept();
    const { questions, readModel, clock } = system;
    clock.ms += 14 * dayMs;
    const [due, ...more] = await readModel.questions.keptBefore(clock.ms - 14 * dayMs, 10);
    expect([due, more]).toEqual([{ questionId: id, memberId: "mentor2" }, []]);
    await questions.forgetTexts(id, "mentor2", cause);
    expect(await outcomeOf(questions.sendKept("mentor2", id, cause))).toBe("question/over");
    await system.connections.deleteForgottenTexts();
    const rows = await system.database.read(
      `SELECT count(*) AS count FROM events JOIN personal USING (position)
       WHERE type = 'QuestionTextWritten' AND sealed <> zeroblob(length(sealed))`,
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect(await readModel.differences()).toEqual([]);
  });

  it("can't be sent to a cadet from whom a block keeps its author, as for other reasons", async () => {
    const { system, id } = await kept();
    await system.connections.block("cadet", "mentor2", cause);
    expect(await outcomeOf(system.questions.sendKept("mentor2", id, cause))).toBe("question/over");
  });
});

describe("a block", () => {
  it("made later makes a question look answered, whoever of the two made it", async () => {
    for (const [blocker, blocked] of [["cadet", "mentor1"], ["mentor1", "cadet"]] as const) {
      const system = await systemWith(3);
      const id = await askAlumni(system);
      await system.connections.block(blocker, blocked, cause);
      expect(await system.questions.answer("mentor1", id, press, cause)).toEqual({ is: "over" });
      expect(await system.questions.answer("mentor1", id, reply("Hi"), cause))
        .toEqual({ is: "kept" });
      expect(await stateOf(system, id)).toBe("open");
    }
  });

  it("by the cadet keeps a question from an alumnus; one by an alumnus changes nothing that others see", async () => {
    const own = await systemWith(4);
    await own.connections.block("cadet", "mentor4", cause);
    expect(await sentTo(own, await askAlumni(own))).toEqual(["mentor1", "mentor2", "mentor3"]);
    const theirs = await systemWith(1);
    await theirs.connections.block("mentor1", "cadet", cause);
    const id = await askAlumni(theirs);
    // As without the block; its mail is withheld.
    expect([await stateOf(theirs, id), await sentTo(theirs, id)]).toEqual(["open", ["mentor1"]]);
  });
});

describe("two questions at the same moment", () => {
  it("mail one alumnus once, in one process and in two", async () => {
    const cadets = Array.from({ length: 6 }, (_, at) => `cadet${at}`);
    const system = await systemWith(
      4,
      Object.fromEntries(cadets.map((name) => [name, "cadet" as const])),
    );
    const other = await openSystem(system.folder);
    const ids = await Promise.all(
      cadets.map((name, at) => askAlumni(at % 2 === 0 ? system : other, name)),
    );
    const sent = (await Promise.all(ids.map((id) => sentTo(system, id)))).flat();
    expect(sent.toSorted()).toEqual(["mentor1", "mentor2", "mentor3", "mentor4"]);
    const states = await Promise.all(ids.map((id) => stateOf(system, id)));
    expect(states.filter((state) => state === "staff")).toHaveLength(4);
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("are one when the same cadet asks about the same topic", async () => {
    const system = await systemWith(3);
    const other = await openSystem(system.folder);
    const outcomes = await Promise.all(
      [system, other].map((each) => outcomeOf(askAlumni(each))),
    );
    expect(outcomes.toSorted()).toEqual(["done", "question/open"]);
  });
});

describe("staff", () => {
  const passed = async () => {
    const system = await systemWith(0, { staff: "cadre", second: "cadre" });
    return { system, id: await askAlumni(system) };
  };

  it("answer a question that no one answered, the first of them", async () => {
    const { system, id } = await passed();
    const both = await Promise.all(
      ["staff", "second"].map((who) =>
        system.questions.answer(who, id, reply("Come by"), cause).catch(() => "no")
      ),
    );
    expect(both.filter((each) => each !== "no")).toHaveLength(1);
    expect(await open(system, "cadet")).toHaveLength(1);
  });

  it("close it with words that the cadet gets by mail", async () => {
    const { system, id } = await passed();
    const { questions } = system;
    expect(await outcomeOf(questions.close("cadet", id, "No", cause)))
      .toBe("connection/not-found");
    await questions.close("staff", id, "Ask in spring", cause);
    expect(await outcomeOf(questions.close("second", id, "Ask in fall", cause)))
      .toBe("question/over");
    expect(await kindsTo(system, "cadet")).toEqual([0, 0, 0, 0, 1]);
    expect(await textsIn(system, id)).toEqual([`cadet: ${text}`, "staff: Ask in spring"]);
    // A member of staff who leaves takes their words along, and nothing else.
    await system.members.execute("staff", { type: "Erase" }, cause);
    expect(await stateOf(system, id)).toBe("closed");
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("don't see a question that a block keeps from them", async () => {
    const { system } = await passed();
    await system.connections.block("cadet", "staff", cause);
    const { forStaff } = system.readModel.questions;
    expect([(await forStaff("staff")).length, (await forStaff("second")).length]).toEqual([0, 1]);
  });
});

describe("an erasure", () => {
  const left = async ({ database }: System, memberId: string) =>
    Object.entries(await residueOf(database, memberId)).filter(([, count]) => count > 0);

  it.each(["open", "answered", "kept"] as const)(
    "of the cadet leaves nothing of a question that is %s, and no error for the others",
    async (until) => {
      const system = await systemWith(3);
      const { questions, members, connections, readModel } = system;
      const id = await askAlumni(system);
      if (until !== "open") await questions.answer("mentor1", id, press, cause);
      if (until === "kept") await questions.answer("mentor2", id, reply("Mine"), cause);
      await members.execute("cadet", { type: "Erase" }, cause);
      expect(await left(system, "cadet")).toEqual([]);
      expect(await outcomeOf(questions.answer("mentor3", id, press, cause)))
        .toBe("connection/not-found");
      expect(await outcomeOf(questions.sendKept("mentor2", id, cause)))
        .toBe("connection/not-found");
      expect(await questions.recordDue(id)).toBe(false);
      expect(await readModel.differences()).toEqual([]);
      await connections.deleteForgottenTexts();
      expect(await readModel.differences()).toEqual([]);
      await readModel.rebuild();
      const rows = await system.database.read("SELECT count(*) AS count FROM messages");
      expect(rows).toEqual([{ count: 0 }]);
    },
  );

  it.each(["mentor1", "mentor2", "mentor3"])(
    "of %s leaves nothing of their part, and the question as it was",
    async (who) => {
      const system = await systemWith(3);
      const { questions, members, readModel } = system;
      const id = await askAlumni(system);
      await questions.answer("mentor1", id, press, cause);
      await questions.answer("mentor2", id, reply("Mine"), cause);
      await members.execute(who, { type: "Erase" }, cause);
      expect(await left(system, who)).toEqual([]);
      expect(await stateOf(system, id)).toBe("answered");
      await system.connections.deleteForgottenTexts();
      expect(await readModel.differences()).toEqual([]);
      await readModel.rebuild();
      expect(await stateOf(system, id)).toBe("answered");
    },
  );

  it("at the same moment as an answer or a sending is done before it or after", async () => {
    for (const who of ["cadet", "mentor1"]) {
      const system = await systemWith(3);
      const other = await openSystem(system.folder);
      const id = await askAlumni(system);
      const erase = () => other.members.execute(who, { type: "Erase" }, cause);
      const outcomes = await during(
        system,
        () => system.questions.answer("mentor1", id, reply("Hi"), cause),
        erase,
      );
      expect(outcomes[0]).toBe("done");
      expect(await left(system, who)).toEqual([]);
      expect(await system.readModel.differences()).toEqual([]);
    }
    const system = await systemWith(1);
    const other = await openSystem(system.folder);
    await during(
      system,
      () => askAlumni(system),
      () => other.members.execute("mentor1", { type: "Erase" }, cause),
    );
    expect(await left(system, "mentor1")).toEqual([]);
    expect(await system.readModel.differences()).toEqual([]);
  });
});
