// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { helpTopics } from "../../../events/vocabulary.ts";
import { answerCalls } from "../../testing/calls.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { blankForm, filledForm, stored } from "../../testing/profile-form.ts";
import { goTo } from "../../hydration/navigation.ts";
import { ProfileForm } from "./profile-form.tsx";
import { showToast } from "../../toasts/toaster.tsx";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { markUnsaved } from "../../forms/unsaved.ts";
import { takeQueuedToast } from "../../toasts/toasts.ts";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ showToast: vi.fn() }));

const [created, changed] = [[201, stored], [200, stored]] as const;

beforeEach(() => {
  vi.mocked(goTo).mockClear();
  vi.mocked(showToast).mockClear();
  sessionStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
});

describe("suggested values", () => {
  it("are attached only to the field with the focus", async () => {
    hydrateIsland(ProfileForm, blankForm);
    const location = screen.getByRole("textbox", { name: "Location" });
    expect(location.getAttribute("list")).toBe(null);
    await userEvent.click(location);
    expect(location.getAttribute("list")).toBe("offers-location");
    await userEvent.tab();
    expect(location.getAttribute("list")).toBe(null);
  });
});

describe("a new profile", () => {
  it("is created, with time to read the toast", async () => {
    const calls = answerCalls({ "POST /api/profile": created });
    hydrateIsland(ProfileForm, blankForm);
    await userEvent.type(screen.getByLabelText("TCU Class Year"), "2015");
    await userEvent.selectOptions(screen.getByLabelText("Rank"), "CPT");
    await userEvent.selectOptions(screen.getByLabelText("Army Branch"), "Armor");
    await userEvent.type(screen.getByLabelText("MOS"), "19A");
    await userEvent.type(screen.getByLabelText("Primary Email"), "dana@example.com");
    await userEvent.click(screen.getByLabelText("Networking"));
    await userEvent.click(screen.getByRole("button", { name: "Create Profile" }));
    await waitFor(() =>
      expect(vi.mocked(showToast).mock.lastCall?.[0]?.title).toBe("Profile created!")
    );
    expect(vi.mocked(showToast).mock.lastCall?.[0]?.durationMs).toBe(8000);
    expect(calls[0]?.body).toMatchObject({
      classYear: "2015",
      armyBranch: "Armor",
      helpTopics: ["Networking"],
      isVisible: true,
    });
    expect(screen.getByRole("button", { name: "Saving..." })).toHaveProperty("disabled", true);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(takeQueuedToast()?.title).toBe("Profile created!");
  });

  it("asks beside each contact who can see it, and describes the choice", async () => {
    const calls = answerCalls({ "PATCH /api/profile": changed });
    hydrateIsland(ProfileForm, filledForm);
    expect(screen.getByText(/All members can see your contacts unless you choose otherwise/))
      .toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText("Who can see your phone number"), "nobody");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({
      contactAudiences: { ...filledForm.values.contactAudiences, phoneNumber: "nobody" },
    });
  });

  it("offers the program's own topics, and a removed one only to members who have it", async () => {
    const calls = answerCalls({ "PATCH /api/profile": changed });
    const drones = { id: "own-1", label: "Drones", formerly: ["UAS"], isOffered: true };
    const civil = { id: "own-2", label: "Civil Affairs", formerly: [], isOffered: false };
    const values = { ...filledForm.values, helpTopics: ["Civil Affairs"] };
    hydrateIsland(ProfileForm, { ...filledForm, values, ownTopics: [drones, civil] });
    await userEvent.click(screen.getByLabelText("Drones"));
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ helpTopics: ["Drones", "Civil Affairs"] });
  });

  it("lists everything that is missing, with links", async () => {
    const calls = answerCalls({});
    hydrateIsland(ProfileForm, blankForm);
    await userEvent.click(screen.getByRole("button", { name: "Create Profile" }));
    const { messages, links } = await focusedSummary();
    expect(messages).toEqual([
      "Class year is required",
      "Rank is required",
      "Army branch is required",
      "MOS is required",
      "At least one email address (primary or secondary) is required",
    ]);
    expect(errorBeside("MOS")).toBe("MOS is required");
    await userEvent.click(links[2] ?? document.body);
    expect(document.activeElement).toBe(screen.getByLabelText("Army Branch"));
    expect(calls).toEqual([]);
  });

  it("starts empty and visible, and shares everything except a former name", () => {
    hydrateIsland(ProfileForm, blankForm);
    expect(screen.getByLabelText("TCU Class Year").getAttribute("placeholder")).toContain("2018");
    expect(screen.getByRole("switch", { name: /Show my profile/ })).toHaveProperty("checked", true);
    const cancel = screen.getByRole("link", { name: "Cancel" });
    expect(cancel.getAttribute("href")).toBe("/profile");
    expect(screen.getAllByRole("checkbox").slice(0, 16).map((box) => box.getAttribute("value")))
      .toEqual(helpTopics.slice(0, 16));
  });

  it("shows a former name only with its own switch beside the field", async () => {
    const calls = answerCalls({ "PATCH /api/profile": changed });
    hydrateIsland(ProfileForm, filledForm);
    const label = "Show my former name, and let members find me by it";
    const shown = screen.getByRole("switch", { name: label });
    expect(shown).toHaveProperty("checked", false);
    expect(screen.queryByRole("switch", { name: "Former Name" })).toBeNull();
    await userEvent.type(screen.getByRole("textbox", { name: "Former Name" }), "Smithers");
    await userEvent.click(shown);
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls[0]?.body).toEqual({
      formerName: "Smithers",
      sharedFields: { ...filledForm.values.sharedFields, formerName: true },
    });
  });

  it("limits the class year to four characters", async () => {
    hydrateIsland(ProfileForm, blankForm);
    await userEvent.type(screen.getByLabelText("TCU Class Year"), "201");
    await userEvent.click(screen.getByRole("button", { name: "Create Profile" }));
    await focusedSummary();
    expect(errorBeside("TCU Class Year")).toBe("Class year is required");
  });

  it("opens the profile half a second after it was created", async () => {
    answerCalls({ "POST /api/profile": created });
    hydrateIsland(ProfileForm, { ...filledForm, isEdit: false, version: "" });
    const timer = vi.spyOn(globalThis, "setTimeout");
    await userEvent.click(screen.getByRole("button", { name: "Create Profile" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(timer.mock.calls.map(([, delay]) => delay)).toContain(500);
    expect(vi.mocked(showToast).mock.lastCall?.[0]?.description).toContain(
      "as many alumni as possible",
    );
    timer.mockRestore();
  });

  it("asks cadre for years of service", () => {
    hydrateIsland(ProfileForm, { ...blankForm, role: "cadre" });
    const years = screen.getByLabelText("Years of Service with TCU ROTC");
    expect(years.getAttribute("placeholder")).toContain("2005-2007");
    expect(within(screen.getByLabelText("Rank")).getByText("CSM")).toBeTruthy();
  });
});

describe("an existing profile", () => {
  it("is filled in and changed", async () => {
    const calls = answerCalls({ "PATCH /api/profile": changed });
    hydrateIsland(ProfileForm, filledForm);
    const company = screen.getByLabelText("Company");
    expect(company).toHaveProperty("value", "Northfield Partners");
    await userEvent.clear(company);
    await userEvent.click(screen.getByRole("switch", { name: "Class Year" }));
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls[0]?.body).toEqual({
      company: "",
      sharedFields: { ...filledForm.values.sharedFields, classYear: false },
    });
    expect(takeQueuedToast()).toEqual({
      title: "Profile updated",
      description: "Your changes have been saved",
    });
  });

  it("shows the server's messages beside their fields", async () => {
    answerCalls({
      "PATCH /api/profile": [400, { message: "Some fields are wrong", fields: { mos: "No" } }],
    });
    hydrateIsland(ProfileForm, filledForm);
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect((await focusedSummary()).messages).toEqual(["MOS: No"]);
    expect(errorBeside("MOS")).toBe("No");
    expect(vi.mocked(showToast).mock.lastCall?.[0]).toMatchObject({
      variant: "destructive",
      title: "Error",
      description: "Some fields are wrong",
    });
  });
});

function withSomethingUnsaved() {
  markUnsaved("account", true);
  document.body.innerHTML = renderToStaticMarkup(<LeaveQuestion />);
}

describe("a profile saved while something else on the page is unsaved", () => {
  it("stays on the page if the person chooses so, and can be saved again", async () => {
    const calls = answerCalls({
      "POST /api/profile": created,
      "PATCH /api/profile": changed,
    });
    withSomethingUnsaved();
    hydrateIsland(ProfileForm, { ...filledForm, isEdit: false, version: "" });
    await userEvent.click(screen.getByRole("button", { name: "Create Profile" }));
    await userEvent.click(await screen.findByRole("button", { name: "Keep Editing" }));
    expect(goTo).not.toHaveBeenCalled();
    markUnsaved("account", false);
    await userEvent.click(await screen.findByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  });
});

it("doesn't treat the page's own earlier save as a change elsewhere", async () => {
  const calls = answerCalls({
    "PATCH /api/profile": [200, { ...stored, company: "Northfield Partners!", version: "2" }],
  });
  withSomethingUnsaved();
  hydrateIsland(ProfileForm, filledForm);
  await userEvent.type(screen.getByLabelText("Company"), "!");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await userEvent.click(await screen.findByRole("button", { name: "Keep Editing" }));
  markUnsaved("account", false);
  await userEvent.type(screen.getByLabelText("Company"), "!");
  await userEvent.click(await screen.findByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
  expect(calls.map(({ ifMatch, body }) => [ifMatch, body])).toEqual([
    ['"1"', { company: "Northfield Partners!" }],
    ['"2"', { company: "Northfield Partners!!" }],
  ]);
});

describe("a profile changed elsewhere since the form was opened", () => {
  const elsewhere = {
    ...stored,
    isVisible: false,
    company: "Lakeside",
    jobTitle: "Director",
    version: "2",
  };
  const refused = [412, { message: "Changed", profile: elsewhere }] as const;
  /** Refuses changes to another version. */
  const server = ({ ifMatch }: { readonly ifMatch?: string }) =>
    ifMatch === '"2"' ? changed : refused;

  it("keeps changes to other fields", async () => {
    const calls = answerCalls({ "PATCH /api/profile": server });
    hydrateIsland(ProfileForm, filledForm);
    await userEvent.type(screen.getByLabelText("MOS"), "X");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls.map(({ ifMatch, body }) => [ifMatch, body])).toEqual([
      ['"1"', { mos: "11AX" }],
      ['"2"', { mos: "11AX" }],
    ]);
  });

  it("asks before it overwrites a change to the same field", async () => {
    const calls = answerCalls({ "PATCH /api/profile": server });
    hydrateIsland(ProfileForm, filledForm);
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    const { messages } = await focusedSummary();
    expect(messages).toEqual([expect.stringMatching(/^Company: This was changed to “Lakeside”/)]);
    expect(screen.getByLabelText("Company")).toHaveProperty(
      "value",
      "Northfield Partners and Sons",
    );
    expect(screen.getByLabelText("Job Title")).toHaveProperty("value", "Director");
    expect(calls.map(({ ifMatch }) => ifMatch)).toEqual(['"1"']);
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls.at(-1)).toMatchObject({
      ifMatch: '"2"',
      body: { company: "Northfield Partners and Sons" },
    });
  });

  it("is saved correctly if the answer to its creation got lost", async () => {
    const profile = { ...stored, version: "2" };
    const calls = answerCalls({
      "POST /api/profile": [409, { message: "There is one", profile }],
      "PATCH /api/profile": server,
    });
    hydrateIsland(ProfileForm, {
      ...blankForm,
      sent: filledForm.values,
    });
    await userEvent.click(screen.getByRole("button", { name: "Create Profile" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/profile"));
    expect(calls.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    expect(calls[1]?.body).toEqual({});
  });

  it("gives up if another save always comes first", async () => {
    let version = 2;
    const calls = answerCalls({
      "PATCH /api/profile": () => [
        412,
        { message: "Changed", profile: { ...stored, version: String(version++) } },
      ],
    });
    hydrateIsland(ProfileForm, filledForm);
    await userEvent.type(screen.getByLabelText("MOS"), "X");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() =>
      expect(vi.mocked(showToast).mock.lastCall?.[0]?.description).toBe("Changed")
    );
    expect(calls).toHaveLength(5);
  });
});

describe("a profile whose owner is no longer signed in", () => {
  it("keeps its values, and says so", async () => {
    answerCalls({ "PATCH /api/profile": [401, { message: "Not authenticated" }] });
    hydrateIsland(ProfileForm, filledForm);
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() =>
      expect(vi.mocked(showToast).mock.lastCall?.[0]?.description).toContain(
        "Your session has ended",
      )
    );
    expect(sessionStorage.getItem("drafts")).toContain("and Sons");
    const signIn = await screen.findByRole("link", { name: "Sign in in a new tab" });
    expect([signIn.getAttribute("href"), signIn.getAttribute("target")]).toEqual(["/", "_blank"]);
  });
});

describe("a list of entries", () => {
  it("adds an empty one with the focus", async () => {
    hydrateIsland(ProfileForm, filledForm);
    await userEvent.click(screen.getByRole("button", { name: "Add Army School" }));
    await userEvent.keyboard("Airborne School");
    expect(screen.getByLabelText("Army School 2")).toHaveProperty("value", "Airborne School");
  });

  it("removes the right one", async () => {
    hydrateIsland(ProfileForm, {
      ...filledForm,
      values: { ...filledForm.values, previousPositions: ["First", "Second", "Third"] },
    });
    await userEvent.click(screen.getByRole("button", { name: "Remove Previous Position 2" }));
    const left = [1, 2].map((n) =>
      screen.getByLabelText<HTMLInputElement>(`Previous Position ${n}`)
    );
    expect(left.map(({ value }) => value)).toEqual(["First", "Third"]);
    expect(document.activeElement).toBe(left[1]);
  });
});
