// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type OwnProfile, ownProfile } from "../../../events/members/privacy.ts";
import { allShared } from "../../../events/members/profile.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { answerCalls } from "../../testing/calls.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { startOwnProfile } from "../../hydration/own-profile/start.ts";
import { goTo } from "../../hydration/navigation.ts";
import { OwnProfileTabs, type ProfileTab } from "./tabs.tsx";
import { showToast } from "../../toasts/toaster.tsx";
import { Visibility } from "./privacy-panel.tsx";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ showToast: vi.fn() }));

function own(profile: Partial<ProfileRecord> = {}): OwnProfile {
  return ownProfile(aMember({ role: "alumni", profile: aProfile(profile) })) as OwnProfile;
}

function show(tab: ProfileTab, profile: Partial<ProfileRecord> = {}) {
  serve(tab, profile);
  startOwnProfile(document.body);
}

/** The page before its script. */
function serve(tab: ProfileTab, profile: Partial<ProfileRecord> = {}) {
  const saved = own(profile);
  document.body.innerHTML = renderToStaticMarkup(
    <>
      <Visibility isVisible={saved.isVisible} />
      <OwnProfileTabs profile={saved} tab={tab} program="TCU" />
    </>,
  );
}

/** The one panel that shows. */
const panel = () => within(screen.getByRole("tabpanel"));
const industry = () => screen.getByRole<HTMLInputElement>("switch", { name: "Industry" });

beforeEach(() => {
  vi.mocked(goTo).mockClear();
  vi.mocked(showToast).mockClear();
  sessionStorage.clear();
  // What a question that is still open has taken from the page around it.
  document.body.removeAttribute("style");
});

describe("the tabs of one's own profile", () => {
  it("show one at a time, and the address says which", async () => {
    show("about", { bio: null });
    expect(panel().getByText("No bio provided yet.")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "Help Topics" }));
    expect(panel().getByText("Help Topics I Can Assist With")).toBeTruthy();
    expect(panel().queryByText("No bio provided yet.")).toBeNull();
    await waitFor(() => expect(location.search).toBe("?tab=help-topics"));
  });

  it("are chosen by arrow keys", async () => {
    show("about");
    screen.getByRole("tab", { name: "About" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Experience" }).getAttribute("aria-selected"))
      .toBe("true");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Experience" }));
    await userEvent.keyboard("{Home}{ArrowLeft}");
    expect(panel().getByText("Privacy Settings")).toBeTruthy();
  });

  it("have words for what was not said", () => {
    show("experience", { jobTitle: null, company: null, location: null, armySchools: [] });
    for (const text of ["Current Position", "Company", "Location"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    expect(panel().getByText("Infantry (11A)")).toBeTruthy();
    expect(panel().queryByText("Army Schools & Training")).toBeNull();
  });

  it("show everything that was said", () => {
    show("experience", {
      jobTitle: "Consultant",
      armySchools: ["Ranger School"],
      previousPositions: ["Company Commander"],
    });
    for (const text of ["Consultant", "Northfield Partners", "Fort Worth, TX"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    for (const text of ["TCU Army ROTC", "Class of 2014", "Infantry (11A)", "Active Duty"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    for (const text of ["Army Schools & Training", "Ranger School", "Previous Positions"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    expect(panel().getByText("Company Commander")).toBeTruthy();
  });

  it("begin with the bio and the help topics", () => {
    show("about");
    expect(panel().getByText("Two deployments, then graduate school.")).toBeTruthy();
    const topics = within(panel().getByRole("list", { name: "Help topics" }));
    expect(topics.getAllByRole("listitem").map((item) => item.textContent))
      .toEqual(["Branch Selection", "Ranger School"]);
  });

  it("say when no help topics are selected", () => {
    show("help-topics", { helpTopics: [] });
    expect(panel().getByText("No help topics selected yet.")).toBeTruthy();
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

  it("tells that no one sees anything of a hidden profile", () => {
    show("privacy", { isVisible: false });
    expect(screen.getByText("Your profile is hidden").closest("[hidden]")).toBeNull();
    expect(screen.queryByText("Visible to all signed-in members")).toBeNull();
  });

  it("shows at once and is saved", async () => {
    const saved = own({ sharedFields: { ...allShared, industry: false } });
    const calls = answerCalls({ "PATCH /api/profile": [200, saved] });
    show("privacy");
    await userEvent.click(industry());
    expect(industry().checked).toBe(false);
    await waitFor(() => expect(calls[0]?.body).toEqual({ sharedFields: { industry: false } }));
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    expect(industry().checked).toBe(false);
    expect(screen.getByRole("switch", { name: "Location" })).toHaveProperty("checked", true);
  });

  it("is saved when it was turned before the script came", async () => {
    const saved = own({ sharedFields: { ...allShared, industry: false } });
    const calls = answerCalls({ "PATCH /api/profile": [200, saved] });
    serve("privacy");
    await userEvent.click(industry());
    startOwnProfile(document.body);
    await waitFor(() => expect(calls[0]?.body).toEqual({ sharedFields: { industry: false } }));
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    expect(industry().checked).toBe(false);
  });

  it("stays as last switched, whatever is answered to earlier switches", async () => {
    const answers = [false, true].map((industry) =>
      own({ sharedFields: { ...allShared, industry } })
    );
    const calls = answerCalls({ "PATCH /api/profile": () => [200, answers[calls.length - 1]] });
    show("privacy");
    const seen: boolean[] = [];
    await userEvent.click(industry());
    await userEvent.click(industry());
    await waitFor(() => {
      seen.push(industry().checked);
      expect(calls).toHaveLength(2);
      expect(wordBeside(industry())).toBe("Saved");
    });
    expect(calls.map(({ body }) => body))
      .toEqual([{ sharedFields: { industry: false } }, { sharedFields: { industry: true } }]);
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  const failing = () => {
    throw new TypeError("fetch failed");
  };

  it.each([
    ["Saved", [200, own({ sharedFields: { ...allShared, industry: false } })] as const],
    ["Not saved", [503, { message: "The service is not available" }] as const],
    ["Not saved: no connection", failing],
  ])("has a word beside it: %s", async (word, answer) => {
    answerCalls({ "PATCH /api/profile": answer, "GET /api/profile/me": failing });
    show("privacy");
    expect(wordBeside(industry())).toBe("");
    await userEvent.click(industry());
    await waitFor(() => expect(wordBeside(industry())).toBe(word));
  });

  it("says that the profile is being looked up, and what of it was saved, when an answer got lost", async () => {
    const answer = Promise.withResolvers<readonly [number, unknown]>();
    answerCalls({ "PATCH /api/profile": failing, "GET /api/profile/me": answer.promise });
    show("privacy");
    await userEvent.click(industry());
    await waitFor(() => expect(wordBeside(industry())).toBe("Loading profile..."));
    answer.resolve([200, own({ sharedFields: { ...allShared, industry: false } })]);
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    expect(industry().checked).toBe(false);
  });

  it("goes back when the server does not follow", async () => {
    answerCalls({ "PATCH /api/profile": [503, { message: "The service is not available" }] });
    show("privacy");
    await userEvent.click(industry());
    await waitFor(() => expect(industry().checked).toBe(true));
    await waitFor(() =>
      expect(vi.mocked(showToast).mock.lastCall?.[0]).toMatchObject({
        variant: "destructive",
        title: "Error",
        description: "The service is not available",
      })
    );
  });
});

function wordBeside(toggle: HTMLElement) {
  return toggle.parentElement?.querySelector("[role=status]")?.textContent;
}

describe("the visibility of a profile", () => {
  it("is switched by its owner", async () => {
    const calls = answerCalls({ "PATCH /api/profile": [200, own({ isVisible: false })] });
    show("privacy");
    expect(screen.getByText("Your profile is hidden").closest("[hidden]")).not.toBeNull();
    await userEvent.click(screen.getByRole("switch", { name: "Profile Visible" }));
    expect(screen.getByRole("switch", { name: "Profile Hidden" })).toBeTruthy();
    expect(screen.queryByText("Visible to all signed-in members")).toBeNull();
    expect(screen.getByText("Your profile is hidden").closest("[hidden]")).toBeNull();
    await waitFor(() => expect(calls[0]?.body).toEqual({ isVisible: false }));
  });
});
