import { describe, expect, it } from "vitest";
import { decided } from "../testing/given.ts";
import { decideSettings, type SettingsCommand } from "./decide-settings.ts";
import type { SettingEvent } from "./setting-events.ts";
import { evolveSettings, isCurrent, nothingSet, type ProgramSettings } from "./settings.ts";
import { createTopics, mostOwnTopics } from "./topics.ts";

const add = (label: string) => ({ type: "AddTopic", label }) as const;
const change = (changes: object) => ({ type: "ChangeSettings", ...changes }) as const;

const changed = (
  facts: Extract<SettingEvent, { type: "SettingsChanged" }>["facts"],
  supportEmail?: string,
): SettingEvent => ({
  type: "SettingsChanged",
  facts,
  personal: supportEmail === undefined ? null : { supportEmail },
});
const topicIs = (
  is: Extract<SettingEvent, { type: "TopicChanged" }>["facts"]["is"],
  label: string,
): SettingEvent => ({ type: "TopicChanged", facts: { id: "own-1", label, is }, personal: null });

/** Given executed commands, when there is one more, then these events follow. */
function given(...commands: readonly SettingsCommand[]) {
  const settings = commands.reduce<ProgramSettings>(
    (before, command) => decideSettings(before, command).reduce(evolveSettings, before),
    nothingSet,
  );
  return {
    settings,
    when: (command: SettingsCommand) => decided(() => decideSettings(settings, command)),
  };
}

describe("settings", () => {
  it("store only changed values, with the address sealed", () => {
    const command = change({
      supportEmail: "rotc@example.edu",
      admission: "approved",
      limits: { openRequests: 3, contactsADay: null },
    });
    given().when(command).thenEvents(
      changed(
        { admission: "approved", limits: { openRequests: 3 }, isSupportEmail: true },
        "rotc@example.edu",
      ),
    );
    given(command).when(command).thenNothing();
  });

  it("store the domains that need no approval, once", () => {
    const command = change({ admissionDomains: ["example.edu"] });
    given(command).when(command).thenNothing();
    given(command).when(change({ admissionDomains: null })).thenEvents(
      changed({ admissionDomains: null }),
    );
    expect(given(command, change({ admission: "approved" })).settings).toMatchObject({
      admission: "approved",
      admissionDomains: ["example.edu"],
    });
  });

  it("store skipped set-up steps and a hidden set-up list, once", () => {
    const hide = change({ setup: { isHidden: true } });
    const keep = change({ setup: { keepsColor: true } });
    given().when(hide).thenEvents(changed({ setup: { isHidden: true } }));
    given(hide).when(hide).thenNothing();
    given().when(change({ setup: { isHidden: false } })).thenNothing();
    expect(given(keep, hide, change({ setup: { isHidden: false } })).settings.setup)
      .toEqual({ keepsColor: true, isHidden: false });
  });

  it("store only changed parts of the brand", () => {
    const named = change({ brand: { programName: "UNT", brandColor: "#00853e" } });
    given().when(named).thenEvents(changed({ programName: "UNT", brandColor: "#00853e" }));
    given(named).when(named).thenNothing();
    given(named).when(change({ brand: { programName: null, universityName: null } })).thenEvents(
      changed({ programName: null }),
    );
    expect(given(named, change({ brand: { logo: "a-tag" } })).settings.brand)
      .toEqual({ programName: "UNT", brandColor: "#00853e", logo: "a-tag" });
  });

  it("seal the privacy page's own text, with or without an address", () => {
    const write = change({ privacyText: "Ask us." });
    given().when(write).thenEvents({
      type: "SettingsChanged",
      facts: { isPrivacyText: true },
      personal: { privacyText: "Ask us." },
    });
    given(write).when(write).thenNothing();
    given().when(change({ privacyText: null })).thenNothing();
    given(write).when(change({ privacyText: null })).thenEvents(
      changed({ isPrivacyText: false }),
    );
    const both = given(write, change({ supportEmail: "a@example.edu" })).settings;
    expect(both).toMatchObject({ privacyText: "Ask us.", supportEmail: "a@example.edu" });
    expect(given(write, change({ privacyText: null })).settings.privacyText).toBeNull();
  });

  it("return to the defaults one by one", () => {
    const set = given(change({ supportEmail: "a@example.edu", limits: { openRequests: 3 } }));
    set.when(change({ supportEmail: null })).thenEvents(changed({ isSupportEmail: false }));
    const back = given(
      change({ supportEmail: "a@example.edu", limits: { openRequests: 3, contactsADay: 9 } }),
      change({ supportEmail: null, limits: { openRequests: null } }),
    );
    expect(back.settings).toMatchObject({
      supportEmail: null,
      limits: { openRequests: null, contactsADay: 9 },
    });
  });
});

describe("a program's own topics", () => {
  it("keep their id when renamed, and are still found by former names", () => {
    const { settings } = given(
      add("Drones"),
      add("Civil Affairs"),
      { type: "RenameTopic", id: "own-1", label: "Unmanned Aircraft" },
    );
    const { storedOf, named, labelOf, offered } = createTopics(settings.topics);
    expect(storedOf("Unmanned Aircraft")).toBe("own-1");
    expect(storedOf("Drones")).toBe("own-1");
    expect(named("unmanned aircraft")).toBe("own-1");
    expect(labelOf("own-1")).toBe("Unmanned Aircraft");
    expect(labelOf("Branch Selection")).toBe("Branch Selection");
    expect(storedOf("BOLC Preparation")).toBe("BOLC Prep");
    expect(offered.slice(-2)).toEqual(["Unmanned Aircraft", "Civil Affairs"]);
  });

  it("keep their name when withdrawn, and can be offered again", () => {
    const away = given(add("Drones"), { type: "WithdrawTopic", id: "own-1" });
    const { offered, labelOf, storedOf } = createTopics(away.settings.topics);
    expect(offered).not.toContain("Drones");
    expect(labelOf("own-1")).toBe("Drones");
    expect(storedOf("Drones")).toBe("own-1");
    away.when(add("drones")).thenEvents(topicIs("offered", "Drones"));
    away.when({ type: "WithdrawTopic", id: "own-1" }).thenNothing();
  });

  it("can't share a current or former name", () => {
    const topics = given(
      add("Drones"),
      add("Civil Affairs"),
      { type: "RenameTopic", id: "own-1", label: "Unmanned Aircraft" },
    );
    for (const label of ["Branch selection", "BOLC Preparation", "drones", "own-1", "Own-7"]) {
      topics.when(add(label)).thenRefused("settings/topic");
    }
    const rename = { type: "RenameTopic", id: "own-2" } as const;
    topics.when({ ...rename, label: "unmanned aircraft" }).thenRefused("settings/topic");
    topics.when({ ...rename, label: "Drones" }).thenRefused("settings/topic");
    topics.when({ ...rename, label: "Civil Affairs" }).thenNothing();
    // A topic can return to its former name.
    topics.when({ type: "RenameTopic", id: "own-1", label: "Drones" }).thenEvents(
      topicIs("renamed", "Drones"),
    );
    topics.when({ type: "OfferTopic", id: "own-3" }).thenRefused("settings/no-topic");
  });

  it("are limited to ten", () => {
    const ten = Array.from({ length: mostOwnTopics }, (_, at) => add(`Topic ${at}`));
    given(...ten.slice(1)).when(add("One more")).thenEvents(expect.objectContaining({
      facts: { id: "own-10", label: "One more", is: "added" },
    }));
    given(...ten).when(add("One more")).thenRefused("settings/topic");
  });
});

describe("an announcement", () => {
  const announced = { type: "Announce", text: "Dining-in on Friday", until: "2026-03-06" } as const;

  it("is shown through its last day in every time zone, or until it is removed", () => {
    const { announcement } = given(announced).settings;
    expect(isCurrent(announcement, new Date("2026-03-07T11:59:59Z"))).toBe(true);
    expect(isCurrent(announcement, new Date("2026-03-07T12:00:00Z"))).toBe(false);
    given(announced).when(announced).thenNothing();
    expect(given(announced, { type: "EndAnnouncement" }).settings.announcement).toBeNull();
    given().when({ type: "EndAnnouncement" }).thenNothing();
  });

  it("is absent once its text is forgotten", () => {
    const forgotten = {
      type: "AnnouncementMade",
      facts: { until: "2026-03-06" },
      personal: null,
    } as const;
    expect(evolveSettings(nothingSet, forgotten)).toEqual(nothingSet);
  });
});

describe("a class's commissioning date", () => {
  const set = (classYear: string, date: string | null) =>
    ({ type: "SetCommissioningDate", classYear, date }) as const;

  it("is stored in clear, when it changes", () => {
    given().when(set("2027", "2027-05-15")).thenEvents({
      type: "CommissioningDateChanged",
      facts: { classYear: "2027", date: "2027-05-15" },
      personal: null,
    });
    given(set("2027", "2027-05-15")).when(set("2027", "2027-05-15")).thenNothing();
    given().when(set("2027", null)).thenNothing();
  });

  it("exists once per class until it is removed, latest class first", () => {
    const dates = [set("2026", "2026-05-16"), set("2027", "2027-05-15"), set("2026", "2026-05-09")];
    expect(given(...dates).settings.commissioningDates).toEqual([
      { classYear: "2027", date: "2027-05-15" },
      { classYear: "2026", date: "2026-05-09" },
    ]);
    expect(given(...dates, set("2027", null)).settings.commissioningDates).toHaveLength(1);
  });
});
