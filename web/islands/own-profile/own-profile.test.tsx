// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type OwnProfile, ownProfile } from "../../../events/members/privacy.ts";
import { allShared } from "../../../events/members/profile.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { answerCalls } from "../../testing/calls.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { aMember, aProfile } from "../../testing/members.ts";
import { goTo } from "../../hydration/navigation.ts";
import { OwnProfileTabs } from "./own-profile.tsx";
import type { ProfileTab } from "./tabs.ts";
import { store, toastAtom } from "../../hydration/store.ts";
import { takeQueuedToast } from "../../toasts/toasts.ts";
import { Visibility } from "../visibility/visibility.tsx";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ startToaster: vi.fn() }));

function own(profile: Partial<ProfileRecord> = {}): OwnProfile | undefined {
  return ownProfile(aMember({ role: "alumni", profile: aProfile(profile) }));
}

function show(tab: ProfileTab, profile: Partial<ProfileRecord> = {}) {
  hydrateIsland(OwnProfileTabs, { tab, program: "TCU" }, [[["/api/profile/me"], own(profile)]]);
}

beforeEach(() => {
  vi.mocked(goTo).mockClear();
  store.set(toastAtom, undefined);
  sessionStorage.clear();
});

describe("the tabs of one's own profile", () => {
  it("show one at a time, and the address says which", async () => {
    show("about", { bio: null });
    expect(screen.getByText("No bio provided yet.")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "Help Topics" }));
    expect(screen.getByText("Help Topics I Can Assist With")).toBeTruthy();
    expect(screen.queryByText("No bio provided yet.")).toBeNull();
    expect(location.search).toBe("?tab=help-topics");
  });

  it("are chosen by arrow keys", async () => {
    show("about");
    screen.getByRole("tab", { name: "About" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Experience" }).getAttribute("aria-selected"))
      .toBe("true");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Experience" }));
    await userEvent.keyboard("{Home}{ArrowLeft}");
    expect(screen.getByText("Privacy Settings")).toBeTruthy();
  });

  it("have words for what was not said", () => {
    show("experience", { jobTitle: null, company: null, location: null, armySchools: [] });
    for (const text of ["Current Position", "Company", "Location"]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByText("Infantry (11A)")).toBeTruthy();
    expect(screen.queryByText("Army Schools & Training")).toBeNull();
  });

  it("show everything that was said", () => {
    show("experience", {
      jobTitle: "Consultant",
      armySchools: ["Ranger School"],
      previousPositions: ["Company Commander"],
    });
    for (const text of ["Consultant", "Northfield Partners", "Fort Worth, TX"]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    for (const text of ["TCU Army ROTC", "Class of 2014", "Infantry (11A)", "Active Duty"]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    for (const text of ["Army Schools & Training", "Ranger School", "Previous Positions"]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByText("Company Commander")).toBeTruthy();
  });

  it("begin with the bio and the help topics", () => {
    show("about");
    expect(screen.getByText("Two deployments, then graduate school.")).toBeTruthy();
    const topics = within(screen.getByRole("list", { name: "Help topics" }));
    expect(topics.getAllByRole("listitem").map((item) => item.textContent))
      .toEqual(["Branch Selection", "Ranger School"]);
  });

  it("say that the profile is being looked up", () => {
    answerCalls({ "GET /api/profile/me": new Promise(() => {}) });
    hydrateIsland(OwnProfileTabs, { tab: "about", program: "TCU" });
    expect(screen.getByRole("status").textContent).toBe("Loading profile...");
  });

  it("say when no help topics are selected", () => {
    show("help-topics", { helpTopics: [] });
    expect(screen.getByText("No help topics selected yet.")).toBeTruthy();
  });
});

describe("a privacy switch", () => {
  it.each(["Location", "Industry", "Specialty/MOS", "Help Topics", "Class Year"])(
    "is there for %s, on until it is turned off",
    (name) => {
      show("privacy");
      expect(screen.getByRole("switch", { name })).toHaveProperty("checked", true);
    },
  );

  it("tells that nobody sees anything of a hidden profile", () => {
    show("privacy", { isVisible: false });
    expect(screen.getByText("Your profile is hidden")).toBeTruthy();
    expect(screen.queryByText("Visible to all signed-in members")).toBeNull();
  });

  it("shows at once and is saved", async () => {
    const saved = own({ sharedFields: { ...allShared, industry: false } });
    const calls = answerCalls({ "PATCH /api/profile": [200, saved] });
    show("privacy");
    await userEvent.click(screen.getByRole("switch", { name: "Industry" }));
    expect(screen.getByRole("switch", { name: "Industry" })).toHaveProperty("checked", false);
    await waitFor(() => expect(calls[0]?.body).toEqual({ sharedFields: { industry: false } }));
    expect(screen.getByRole("switch", { name: "Location" })).toHaveProperty("checked", true);
  });

  it.each([
    ["Saved", [200, own({ sharedFields: { ...allShared, industry: false } })] as const],
    ["Not saved", [503, { message: "The service is not available" }] as const],
    ["Not saved: no connection", () => {
      throw new TypeError("fetch failed");
    }],
  ])("has a word beside it: %s", async (word, answer) => {
    answerCalls({ "PATCH /api/profile": answer });
    show("privacy");
    const toggle = screen.getByRole("switch", { name: "Industry" });
    const beside = toggle.parentElement?.querySelector("[role=status]");
    expect(beside?.textContent).toBe("");
    await userEvent.click(toggle);
    await waitFor(() => expect(beside?.textContent).toBe(word));
  });

  it("goes back when the server does not follow", async () => {
    answerCalls({ "PATCH /api/profile": [503, { message: "The service is not available" }] });
    show("privacy");
    await userEvent.click(screen.getByRole("switch", { name: "Industry" }));
    await waitFor(() =>
      expect(screen.getByRole("switch", { name: "Industry" })).toHaveProperty("checked", true)
    );
    expect(store.get(toastAtom)).toMatchObject({
      variant: "destructive",
      title: "Error",
      description: "The service is not available",
    });
  });
});

describe("the visibility of a profile", () => {
  it("is switched by its owner", async () => {
    const calls = answerCalls({ "PATCH /api/profile": [200, own({ isVisible: false })] });
    hydrateIsland(Visibility, {}, [[["/api/profile/me"], own()]]);
    await userEvent.click(screen.getByRole("switch", { name: "Profile Visible" }));
    expect(screen.getByRole("switch", { name: "Profile Hidden" })).toBeTruthy();
    await waitFor(() => expect(calls[0]?.body).toEqual({ isVisible: false }));
  });
});

describe("leaving", () => {
  it("deletes the account after asking, and goes home", async () => {
    const calls = answerCalls({ "DELETE /api/account": [204] });
    show("privacy");
    await userEvent.click(screen.getByRole("button", { name: "Delete Account" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(calls).toEqual([]);
    const confirm = dialog.querySelector<HTMLElement>(".button-danger");
    await userEvent.click(confirm ?? dialog);
    expect(await screen.findByText("Deleting...")).toHaveProperty("disabled", true);
    await waitFor(() => expect(store.get(toastAtom)?.title).toBe("Account deleted"));
    expect(store.get(toastAtom)?.description).toBe("Your account has been permanently deleted.");
    expect(goTo).not.toHaveBeenCalled();
    const before = Date.now();
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/"), { timeout: 2000 });
    expect(Date.now() - before).toBeGreaterThan(800);
  });

  it("says why the account could not be deleted", async () => {
    answerCalls({ "DELETE /api/account": [503, {}] });
    show("privacy");
    await userEvent.click(screen.getByRole("button", { name: "Delete Account" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(dialog.querySelector<HTMLElement>(".button-danger") ?? dialog);
    await waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        variant: "destructive",
        title: "Failed to delete account",
        description: "An error occurred",
      })
    );
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("deletes the profile after asking", async () => {
    const calls = answerCalls({ "DELETE /api/profile": [204] });
    show("privacy");
    await userEvent.click(screen.getByRole("button", { name: "Delete Profile" }));
    await screen.findByRole("alertdialog", { name: "Delete Profile?" });
    await userEvent.click(screen.getByRole("button", { name: "Delete Profile" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls).toHaveLength(1);
    expect(takeQueuedToast()?.title).toBe("Profile deleted");
  });
});
