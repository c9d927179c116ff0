import { expect, it } from "vitest";
import { profileFieldsWith, register } from "../testing/members.ts";
import { cause, openSystem } from "../testing/system.ts";
import { runReport } from "./testing/run-report.ts";

/** A program that has added a topic, which somebody offers and a cadet asks for, and renames it. */
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
  const position = await readModel.position();
  await settings.execute({ type: "RenameTopic", id: "own-1", label: "Unmanned" }, cause);
  await settings.execute({ type: "WithdrawTopic", id: "own-2" }, cause);
  const rows = async (...args: string[]) => {
    const flags = ["--cycle", "2026", "--min-cell", "1", "--format", "csv"];
    const { stdout, stderr } = await runReport(folder, "connections", ...flags, ...args);
    expect(stderr).toBe("");
    return stdout.split("\r\n").filter((line) => line.startsWith("connections-by-topic,"));
  };
  return { rows, position };
}

it("prints a program's own topics by what they were called at the time that is looked at", async () => {
  const { rows, position } = await given();
  const now = await rows();
  expect(now).toContain("connections-by-topic,Unmanned,Alumni who can help,1");
  expect(now).toContain("connections-by-topic,Unmanned,Asked for,1");
  expect(now).toContain("connections-by-topic,Civil Affairs (removed),Alumni who can help,0");
  const then = await rows("--as-of", `pos:${position}`);
  expect(then).toContain("connections-by-topic,Drones,Asked for,1");
  expect(then).toContain("connections-by-topic,Civil Affairs,Alumni who can help,0");
  expect(then.join()).not.toMatch(/Unmanned|removed/);
});
