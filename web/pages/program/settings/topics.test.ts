import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";

describe("a program's own help topic", () => {
  /** A member who offers it, a cadet who asks about it, and the pages that show it. */
  async function withTopic() {
    const site = await staffSite();
    const { set, person, read } = site;
    await set({ does: "add-topic", label: "Drones" });
    const mona = await person("Mona", "alumni", ["Drones", "Networking"]);
    const cleo = await person("Cleo", "cadet");
    const asked = { memberId: mona.memberId, topics: ["Drones"], note: "How did you begin?" };
    const answer = await cleo.ask(asked);
    const { id } = await answer.json();
    const seen = async (at: string, who = cleo) => textOf((await read(at, who.session())).html);
    const found = async (topic: string) => {
      const query = new URLSearchParams({ role: "alumni", helpTopics: topic });
      const { profiles } = await (await cleo.get(`/api/directory?${query}`)).json();
      return profiles.map((one: { user: { firstName: string } }) => one.user.firstName);
    };
    const redirect = (at: string, who: typeof cleo) => read(at, who.session());
    return { ...site, mona, cleo, id, seen, found, redirect };
  }

  it("can be chosen, found, read and asked about like any other", async () => {
    const { mona, seen, found, id } = await withTopic();
    expect(await seen("/profile/edit", mona)).toContain("Drones");
    expect(await seen("/alumni")).toContain("Drones");
    expect(await seen("/alumni?search=drones")).toContain("Mona");
    expect(await found("Drones")).toEqual(["Mona"]);
    expect(await seen(paths.member(mona.memberId))).toContain("Drones");
    expect(await seen(`/connections/${id}`, mona)).toContain("Drones");
  });

  it("is renamed immediately on every page, in the index, in the API and in mails", async () => {
    const { testApp, set, person, mona, cleo, seen, found, id } = await withTopic();
    await set({ does: "rename-topic", id: "own-1", label: "Unmanned Aircraft" });
    const pages = ["/alumni", paths.member(mona.memberId), `/connections/${id}`, "/connections"];
    for (const at of pages) {
      expect(await seen(at), at).toContain("Unmanned Aircraft");
      expect(await seen(at), at).not.toContain("Drones");
    }
    for (const at of ["/profile", "/profile/edit", `/connections/${id}`]) {
      expect(await seen(at, mona), at).toContain("Unmanned Aircraft");
      expect(await seen(at, mona), at).not.toContain("Drones");
    }
    expect(await seen("/alumni?search=unmanned")).toContain("Mona");
    expect(await found("Unmanned Aircraft")).toEqual(["Mona"]);
    const profile = await (await cleo.get(`/api/profile/${mona.memberId}`)).json();
    expect(profile.helpTopics).toEqual(["Unmanned Aircraft", "Networking"]);
    const own = await (await mona.get("/api/profile/me")).json();
    expect(own.helpTopics).toEqual(["Unmanned Aircraft", "Networking"]);
    const cara = await person("Cara", "cadet");
    const topics = ["Unmanned Aircraft"];
    const asked = { memberId: mona.memberId, topics, note: "And where did you learn it?" };
    expect((await cara.ask(asked)).status).toBe(201);
    await testApp.sendMail();
    const told = testApp.mails.filter(({ text }) => text.includes("where did you learn it"));
    expect(told.map(({ text }) => text).join()).toContain("Unmanned Aircraft");
  });

  it("can still be found and saved by its earlier name", async () => {
    const { set, found, seen, redirect, cleo, mona } = await withTopic();
    await set({ does: "rename-topic", id: "own-1", label: "Unmanned Aircraft" });
    expect(await found("Drones")).toEqual(["Mona"]);
    const { location } = await redirect("/alumni?helpTopics=Drones&search=mona", cleo);
    const address = location ?? "";
    expect(new URL(address, "https://x").searchParams.get("helpTopics")).toBe("Unmanned Aircraft");
    expect(await seen(address)).toContain("Mona");
    // Sent by a form that was opened before.
    const helpTopics = ["Drones", "Networking"];
    const saved = await mona.patch("/api/profile", { helpTopics, bio: "Hello" });
    expect((await saved.json()).helpTopics).toEqual(["Unmanned Aircraft", "Networking"]);
  });

  it("stays with members who have it after its removal, and isn't offered to others", async () => {
    const { set, person, mona, seen, cleo } = await withTopic();
    const otto = await person("Otto", "alumni", []);
    expect(await seen("/profile/edit", otto)).toContain("Drones");
    for (const helpTopics of [["own-2"], ["Dronez"]]) {
      const answer = await otto.patch("/api/profile", { helpTopics });
      expect(answer.status).toBe(400);
      expect((await answer.json()).fields).toEqual({ helpTopics: "Unknown help topic" });
    }
    await set({ does: "withdraw-topic", id: "own-1" });
    expect(await seen("/profile/edit", otto)).not.toContain("Drones");
    expect(await seen("/profile/edit", mona)).toContain("Drones");
    expect(await seen(paths.member(mona.memberId), cleo)).toContain("Drones");
    const saved = await mona.patch("/api/profile", { company: "Northfield" });
    expect((await saved.json()).helpTopics).toEqual(["Drones", "Networking"]);
  });
});
