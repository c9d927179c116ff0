import { expect, it } from "vitest";
import { profileFieldsWith, register } from "../../../events/testing/members.ts";
import { cause, openSystem } from "../../../events/testing/system.ts";
import { runReport } from "../testing/run-program.ts";

/** A program that adds a topic, which an alumnus offers and a cadet asks for, and then renames it. */
async function given() {
  const system = await openSystem();
  const { members, readModel, settings, connections, folder } = system;
  await settings.execute({ type: "AddTopic", label: "Drones" }, cause);
  await settings.execute({ type: "AddTopic", label: "Civil Affairs" }, cause);
  const [mentor, cadet] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [id, role] of [[mentor, "alumni"], [cadet, "cadet"]] as const) {
    const email = `${role}@example.com`;
    await members.execute(id, register({ username: role, email, role }), cause);
    await members.execute(id, { type: "VerifyEmail", email }, cause);
  }
  const fields = profileFieldsWith({ helpTopics: ["Drones"] });
  const topics = readModel.settings.topics();
  await members.execute(mentor, { type: "CreateProfile", fields, topics }, cause);
  await readModel.catchUp();
  await connections.ask(
    cadet,
    { mentorId: mentor, topics: ["Drones"], note: "How did you begin?" },
    cause,
  );
  // Requests of a day are counted once it is over.
  system.clock.ms += 2 * 24 * 60 * 60 * 1000;
  await system.requestCounts.countDays();
  await readModel.catchUp();
  const position = await readModel.position();
  await settings.execute({ type: "RenameTopic", id: "own-1", label: "Unmanned" }, cause);
  await settings.execute({ type: "WithdrawTopic", id: "own-2" }, cause);
  const rows = async (...args: string[]) => {
    const { stdout, stderr } = await runReport(folder, "topics", "--format", "csv", ...args);
    expect(stderr).toBe("");
    return stdout.split("\r\n").filter((line) => line.startsWith("topics-asked-and-offered,"));
  };
  return { rows, position };
}

it("prints a program's own topics by their names at the time of the report", async () => {
  const { rows, position } = await given();
  const now = await rows();
  expect(now).toContain("topics-asked-and-offered,Unmanned,Alumni who offer it,1");
  expect(now).toContain("topics-asked-and-offered,Unmanned,Asked for,1");
  expect(now).toContain("topics-asked-and-offered,Civil Affairs (removed),Alumni who offer it,0");
  const then = await rows("--as-of", `pos:${position}`);
  expect(then).toContain("topics-asked-and-offered,Drones,Asked for,1");
  expect(then).toContain("topics-asked-and-offered,Civil Affairs,Alumni who offer it,0");
  expect(then.join()).not.toMatch(/Unmanned|removed/);
});
