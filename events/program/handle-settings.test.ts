import { describe, expect, it } from "vitest";
import { profileFieldsWith, register } from "../testing/members.ts";
import { cause, dump, openSystem, type System } from "../testing/system.ts";
import type { SettingsCommand } from "./decide-settings.ts";
import { settingsStream } from "./setting-events.ts";

const announce = (text: string) => ({ type: "Announce", text, until: "2026-03-31" }) as const;
const setting = async (system: System, ...commands: readonly SettingsCommand[]) => {
  for (const command of commands) await system.settings.execute(command, cause);
};
const rows = ({ database }: System) => database.read("SELECT * FROM settings");

/** Expects that the tables match the log, have members only, and that a rebuild gives the same row. */
async function expectSound(system: System): Promise<void> {
  expect(await system.readModel.differences()).toEqual([]);
  const before = await rows(system);
  const members = await dump(system);
  await system.readModel.rebuild();
  expect(await rows(system)).toEqual(before);
  expect(await dump(system)).toEqual(members);
  expect(members.map(({ member_id }) => member_id)).not.toContain(settingsStream);
}

describe("settings", () => {
  it("are the same in every process, and match the log", async () => {
    const system = await openSystem();
    await setting(
      system,
      { type: "ChangeSettings", supportEmail: "rotc@example.edu", limits: { openRequests: 2 } },
      announce("Dining-in on Friday"),
    );
    const current = system.readModel.settings.current();
    expect(current).toMatchObject({
      supportEmail: "rotc@example.edu",
      limits: { openRequests: 2 },
      announcement: { text: "Dining-in on Friday", until: "2026-03-31" },
    });
    const another = await openSystem(system.folder);
    expect(another.readModel.settings.current()).toEqual(current);
    await another.settings.execute({ type: "EndAnnouncement" }, cause);
    await system.readModel.settings.refresh();
    expect(system.readModel.settings.current().announcement).toBeNull();
    await expectSound(system);
  });

  it("seal texts, and forget an announcement after its end", async () => {
    const system = await openSystem();
    await setting(system, { type: "ChangeSettings", supportEmail: "rotc@example.edu" });
    await setting(system, announce("Congratulations to Pat"), announce("Dining-in on Friday"));
    const stored = await system.log.readStream(settingsStream);
    expect(JSON.stringify(stored.map(({ facts }) => facts))).not.toMatch(/rotc@|Pat|Dining/);
    expect(stored.map(({ sealed }) => sealed !== null)).toEqual([true, false, true]);
    await setting(system, { type: "EndAnnouncement" });
    const left = await system.log.readStream(settingsStream);
    expect(left.map(({ sealed }) => sealed !== null)).toEqual([true, false, false, false]);
    await expectSound(system);
  });

  it("give two topics added at once their own ids", async () => {
    const system = await openSystem();
    const another = await openSystem(system.folder);
    await Promise.all([
      system.settings.execute({ type: "AddTopic", label: "Drones" }, cause),
      another.settings.execute({ type: "AddTopic", label: "Civil Affairs" }, cause),
    ]);
    await system.readModel.settings.refresh();
    const { topics } = system.readModel.settings.current();
    expect(topics.map(({ id }) => id)).toEqual(["own-1", "own-2"]);
    expect(topics.map(({ label }) => label).sort()).toEqual(["Civil Affairs", "Drones"]);
    await expectSound(system);
  });
});

describe("a program's own topic", () => {
  async function withMentor() {
    const system = await openSystem();
    const { members, readModel, settings } = system;
    await settings.execute({ type: "AddTopic", label: "Drones" }, cause);
    for (const username of ["mentor", "other"]) {
      await members.execute(username, register({ username }), cause);
    }
    const profile = (helpTopics: readonly string[]) => ({
      type: "CreateProfile" as const,
      fields: profileFieldsWith({ helpTopics }),
      topics: readModel.settings.topics(),
    });
    await members.execute("mentor", profile(["Drones", "Networking"]), cause);
    await members.execute("other", profile(["Networking"]), cause);
    const topicsOf = async (memberId: string) =>
      (await readModel.members.byId(memberId))?.profile?.helpTopics;
    return { ...system, topicsOf };
  }

  it("is stored by id and renamed everywhere, and followers get only members who have it", async () => {
    const system = await withMentor();
    const { readModel, settings, topicsOf, log } = system;
    expect((await log.readStream("mentor")).at(-1)?.facts)
      .toMatchObject({ helpTopics: ["own-1", "Networking"] });
    expect(await topicsOf("mentor")).toEqual(["Drones", "Networking"]);
    const before = await readModel.position();
    await settings.execute({ type: "RenameTopic", id: "own-1", label: "Unmanned" }, cause);
    expect(await topicsOf("mentor")).toEqual(["Unmanned", "Networking"]);
    const changed = await readModel.members.changedSince(before, 100);
    expect(changed.map(({ memberId }) => memberId)).toEqual(["mentor"]);
    expect(changed[0]?.member?.profile?.helpTopics).toEqual(["Unmanned", "Networking"]);
    await expectSound(system);
  });
});
