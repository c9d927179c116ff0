// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type OwnProfile as Profile, ownProfile } from "../../../events/members/privacy.ts";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { IslandRoot } from "../../hydration/island-root.tsx";
import { createQueryClient, keyOf } from "../../hydration/query-client.ts";
import { answerCalls } from "../../testing/calls.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { showToast } from "../../toasts/toaster.tsx";
import { OwnProfile } from "./own-profile.tsx";

vi.mock("../../toasts/toaster.tsx", () => ({ showToast: vi.fn() }));

function own(profile: Partial<ProfileRecord> = {}): Profile {
  return ownProfile(aMember({ role: "alumni", profile: aProfile(profile) })) as Profile;
}

/** The page's islands. `early` runs before the script is loaded. */
async function show(profile: Partial<ProfileRecord> = {}, early?: () => Promise<void>) {
  const saved = own(profile);
  const client = createQueryClient([[keyOf("/api/profile/me"), saved]]);
  const page = (
    <IslandRoot client={client}>
      <OwnProfile shows="visibility" saved={saved} />
      <OwnProfile shows="privacy" saved={saved} />
      <OwnProfile shows={{ switches: ["industry"] }} saved={saved} />
      <OwnProfile shows={{ audience: "connections" }} saved={saved} />
    </IslandRoot>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(page);
  document.body.append(container);
  await early?.();
  render(page, { container, hydrate: true });
}

const industry = () => screen.getByRole<HTMLInputElement>("switch", { name: "Industry" });

beforeEach(() => {
  cleanup();
  document.body.innerHTML = "";
  vi.mocked(showToast).mockClear();
});

describe("a privacy switch", () => {
  it.each(["Location", "Industry", "Specialty/MOS", "Help Topics", "Class Year"])(
    "is there for %s, on until it is turned off",
    async (name) => {
      await show();
      expect(screen.getByRole("switch", { name })).toHaveProperty("checked", true);
    },
  );

  it("says that no one sees any part of a hidden profile", async () => {
    await show({ isVisible: false });
    expect(screen.getByText("Your profile is hidden")).toBeTruthy();
    expect(screen.queryByText("All members")).toBeNull();
  });

  it("changes before the browser paints", async () => {
    answerCalls({ "PATCH /api/profile": [200, own()], "GET /api/profile/me": [200, own()] });
    await show();
    industry().click();
    // Before timers.
    for (let step = 0; step < 10; step++) await Promise.resolve();
    expect(industry().checked).toBe(false);
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
  });

  it("changes immediately, and is saved", async () => {
    const saved = own({ sharedFields: { ...sharedAtFirst, industry: false } });
    const calls = answerCalls({
      "PATCH /api/profile": [200, saved],
      "GET /api/profile/me": [200, saved],
    });
    await show();
    await userEvent.click(industry());
    expect(industry().checked).toBe(false);
    await waitFor(() => expect(calls[0]?.body).toEqual({ sharedFields: { industry: false } }));
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    // The profile is fetched again, as after every change.
    await waitFor(() => expect(calls[1]?.path).toBe("/api/profile/me"));
    expect(industry().checked).toBe(false);
    expect(screen.getByRole("switch", { name: "Location" })).toHaveProperty("checked", true);
  });

  it("is saved if it was pressed before the script was loaded", async () => {
    const saved = own({ sharedFields: { ...sharedAtFirst, industry: false } });
    const calls = answerCalls({ "PATCH /api/profile": [200, saved] });
    await show({}, () => userEvent.click(industry()));
    await waitFor(() => expect(calls[0]?.body).toEqual({ sharedFields: { industry: false } }));
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    expect(industry().checked).toBe(false);
  });

  it("keeps its last state, regardless of answers to earlier presses", async () => {
    let saved = own();
    const calls = answerCalls({
      "PATCH /api/profile": ({ body }) => {
        const { sharedFields } = body as Pick<Profile, "sharedFields">;
        saved = own({ sharedFields: { ...sharedAtFirst, ...sharedFields } });
        return [200, saved];
      },
      "GET /api/profile/me": () => [200, saved],
    });
    const changes = () => calls.filter(({ method }) => method === "PATCH");
    await show();
    const seen: boolean[] = [];
    await userEvent.click(industry());
    await userEvent.click(industry());
    await waitFor(() => {
      seen.push(industry().checked);
      expect(changes()).toHaveLength(2);
      expect(wordBeside(industry())).toBe("Saved");
    });
    expect(changes().map(({ body }) => body))
      .toEqual([{ sharedFields: { industry: false } }, { sharedFields: { industry: true } }]);
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  const failing = () => {
    throw new TypeError("fetch failed");
  };

  it.each([
    ["Saved", [200, own({ sharedFields: { ...sharedAtFirst, industry: false } })] as const],
    ["Not saved", [503, { message: "The service is not available" }] as const],
    ["Not saved: no connection", failing],
  ])("has a word beside it: %s", async (word, answer) => {
    answerCalls({ "PATCH /api/profile": answer, "GET /api/profile/me": failing });
    await show();
    expect(wordBeside(industry())).toBe("");
    await userEvent.click(industry());
    await waitFor(() => expect(wordBeside(industry())).toBe(word));
  });

  it("checks after a lost answer whether the change was saved, and says so", async () => {
    const answer = Promise.withResolvers<readonly [number, unknown]>();
    answerCalls({ "PATCH /api/profile": failing, "GET /api/profile/me": answer.promise });
    await show();
    await userEvent.click(industry());
    await waitFor(() => expect(wordBeside(industry())).toBe("Loading profile..."));
    answer.resolve([200, own({ sharedFields: { ...sharedAtFirst, industry: false } })]);
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    expect(industry().checked).toBe(false);
  });

  it("checks again what was saved when the connection is back", async () => {
    answerCalls({ "PATCH /api/profile": failing, "GET /api/profile/me": failing });
    await show();
    await userEvent.click(industry());
    await waitFor(() => expect(wordBeside(industry())).toBe("Not saved: no connection"));
    expect(industry().checked).toBe(true);
    const saved = own({ sharedFields: { ...sharedAtFirst, industry: false } });
    answerCalls({ "GET /api/profile/me": [200, saved] });
    act(() => {
      dispatchEvent(new Event("offline"));
      dispatchEvent(new Event("online"));
    });
    await waitFor(() => expect(wordBeside(industry())).toBe("Saved"));
    expect(industry().checked).toBe(false);
  });

  it("resets if the server refuses", async () => {
    answerCalls({ "PATCH /api/profile": [503, { message: "The service is not available" }] });
    await show();
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

describe("the audience of a profile's part", () => {
  it("changes at the part as soon as its switch in the list is pressed", async () => {
    const saved = own({ sharedFields: { ...sharedAtFirst, industry: false } });
    const calls = answerCalls({ "PATCH /api/profile": [200, saved] });
    await show();
    expect(screen.getByText("Members see this")).toBeTruthy();
    await userEvent.click(industry());
    expect(screen.getByText("Members see this, except your industry")).toBeTruthy();
    await waitFor(() => expect(calls[0]?.body).toEqual({ sharedFields: { industry: false } }));
  });

  it("is only its owner as soon as the profile is hidden", async () => {
    answerCalls({ "PATCH /api/profile": [200, own({ isVisible: false })] });
    await show();
    expect(screen.getByText("Only people you're in a conversation with see this")).toBeTruthy();
    await userEvent.click(screen.getByRole("switch", { name: "Profile Visible" }));
    expect(screen.getAllByText("Only you see this for now")).toHaveLength(2);
    expect(screen.queryByText(/^Members see|conversation with/)).toBeNull();
  });
});

describe("the visibility of a profile", () => {
  it("can be switched by its owner", async () => {
    const calls = answerCalls({ "PATCH /api/profile": [200, own({ isVisible: false })] });
    await show();
    expect(screen.queryByText("Your profile is hidden")).toBeNull();
    await userEvent.click(screen.getByRole("switch", { name: "Profile Visible" }));
    expect(screen.getByRole("switch", { name: "Profile Hidden" })).toBeTruthy();
    expect(screen.queryByText("All members")).toBeNull();
    expect(screen.getByText("Your profile is hidden")).toBeTruthy();
    await waitFor(() => expect(calls[0]?.body).toEqual({ isVisible: false }));
  });
});
