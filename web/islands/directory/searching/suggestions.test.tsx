// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { SuggestionsAnswer } from "../../../../search/suggestions.ts";
import { answerCalls } from "../../../testing/calls.ts";
import { directoryAnswer, showDirectory } from "../../../testing/directory.tsx";

const name = {
  kind: "name",
  text: "Armando Díaz",
  count: 1,
  search: "Armando Díaz",
  filters: {},
} as const;
const branch = {
  kind: "branch",
  text: "Armor",
  count: 2,
  search: "",
  filters: { armyBranches: ["Armor"] },
} as const;
const both: SuggestionsAnswer = { suggestions: [name, branch] };
const found = directoryAnswer({ total: 7 });

const callFor = (text: string) => `GET /api/suggestions?search=${text}&role=alumni`;
const resultsFor = (text: string) => `GET /api/directory?search=${text}&role=alumni`;

/** The calls of any test that types "arm". */
const arm = { [callFor("arm")]: [200, both], [resultsFor("arm")]: [200, found] } as const;

const box = () => screen.getByRole("combobox", { name: "Search" });
const options = () => within(screen.getByRole("listbox")).getAllByRole("option");
const type = (text: string) => {
  act(() => box().focus());
  fireEvent.change(box(), { target: { value: text } });
};

/** Opens the list for "arm". */
async function givenOpen() {
  const calls = answerCalls({
    ...arm,
    "GET /api/directory?armyBranches=Armor&role=alumni": [200, directoryAnswer({ total: 2 })],
  });
  showDirectory();
  type("arm");
  await screen.findByRole("listbox", { name: "Suggestions" });
  return calls;
}

describe("suggestions", () => {
  it("are empty before typing, and for one letter", async () => {
    const calls = answerCalls({ [resultsFor("a")]: [200, found] });
    showDirectory();
    expect(box().getAttribute("aria-expanded")).toBe("false");
    type("a");
    await screen.findByText("7 alumni found");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(calls.map(({ path }) => path)).toEqual(["/api/directory?search=a&role=alumni"]);
  });

  it("are below the text with kind and count, and the results are shown, too", async () => {
    const calls = await givenOpen();
    expect(options().map(({ textContent }) => textContent))
      .toEqual(["Armando Díaz,Person,1", "Armor,Army branch,2"]);
    expect(box().getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
    await screen.findByText("7 alumni found");
    await screen.findByText("2 suggestions");
    expect(screen.getByRole("listbox")).toBeTruthy();
    expect(calls.map(({ path }) => path.split("?")[0]).sort())
      .toEqual(["/api/directory", "/api/suggestions"]);
  });

  it("can be browsed with the arrow keys, around and back to the text", async () => {
    await givenOpen();
    const active = () => {
      const id = box().getAttribute("aria-activedescendant");
      return id === null ? undefined : document.getElementById(id)?.textContent;
    };
    const states = [];
    for (const key of ["{ArrowDown}", "{ArrowDown}", "{ArrowDown}", "{ArrowUp}", "{Home}"]) {
      await userEvent.keyboard(key);
      states.push(active());
    }
    expect(states).toEqual([
      "Armando Díaz,Person,1",
      "Armor,Army branch,2",
      undefined,
      "Armor,Army branch,2",
      undefined,
    ]);
    expect(document.activeElement).toBe(box());
  });

  it("stay while they are browsed, even if the next ones arrive", async () => {
    const calls = answerCalls({
      ...arm,
      [callFor("armo")]: [200, { suggestions: [branch, name] }],
      [resultsFor("armo")]: [200, found],
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, directoryAnswer({ total: 2 })],
    });
    showDirectory();
    type("arm");
    await screen.findByRole("listbox");
    type("armo");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    const hasAsked = () => calls.some(({ path }) => path === callFor("armo").slice("GET ".length));
    await waitFor(() => expect(hasAsked()).toBe(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(options().map(({ textContent }) => textContent))
      .toEqual(["Armando Díaz,Person,1", "Armor,Army branch,2"]);
    await userEvent.keyboard("{Enter}");
    await screen.findByText("2 alumni found");
    expect(location.search).toBe("?armyBranches=Armor");
  });

  it("select a filter with a click, and remove the completed words", async () => {
    await givenOpen();
    await userEvent.click(options()[1]!);
    await screen.findByText("2 alumni found");
    expect(location.search).toBe("?armyBranches=Armor");
    expect(box()).toHaveProperty("value", "");
    expect(screen.getByLabelText("Armor")).toHaveProperty("checked", true);
    expect(document.activeElement).toBe(box());
  });

  it("leave Enter to the search if none is chosen", async () => {
    await givenOpen();
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("listbox")).toBeNull();
    await screen.findByText("7 alumni found");
    await waitFor(() => expect(location.search).toBe("?search=arm"));
  });

  it("close with Escape, which keeps the text, and open again with an arrow", async () => {
    await givenOpen();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(box()).toHaveProperty("value", "arm");
    await userEvent.keyboard("{ArrowDown}");
    expect(await screen.findByRole("listbox")).toBeTruthy();
  });

  it("close when the focus moves on", async () => {
    await givenOpen();
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  });

  it("are those of the last text, even if an earlier answer arrives later", async () => {
    let arrive = (_: [number, SuggestionsAnswer]) => {};
    const late = new Promise<[number, SuggestionsAnswer]>((resolve) => arrive = resolve);
    const calls = answerCalls({
      ...arm,
      [callFor("ar")]: late,
      [resultsFor("ar")]: [200, found],
      [callFor("arm")]: [200, { suggestions: [branch] }],
    });
    showDirectory();
    type("ar");
    await waitFor(() => expect(calls.some(({ path }) => path.includes("search=ar&"))).toBe(true));
    type("arm");
    await screen.findByRole("listbox");
    arrive([200, { suggestions: [name] }]);
    await waitFor(() => expect(options()).toHaveLength(1));
    expect(options()[0]?.textContent).toContain("Armor");
  });

  it("are left out if the request fails", async () => {
    answerCalls({ [resultsFor("arm")]: [200, found], [callFor("arm")]: [503, { message: "x" }] });
    showDirectory();
    type("arm");
    await screen.findByText("7 alumni found");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("leave the keys to input methods during composition", async () => {
    await givenOpen();
    fireEvent.keyDown(box(), { key: "ArrowDown", isComposing: true });
    expect(box().getAttribute("aria-activedescendant")).toBeNull();
  });

  it("close on Escape before the drawer does", async () => {
    answerCalls(arm);
    showDirectory();
    await userEvent.click(screen.getByRole("button", { name: "Filters" }));
    const drawer = within(await screen.findByRole("dialog", { name: "Filters" }));
    const field = drawer.getByRole("combobox", { name: "Search" });
    await userEvent.click(field);
    fireEvent.change(field, { target: { value: "arm" } });
    await drawer.findByRole("listbox");
    await userEvent.keyboard("{Escape}");
    expect(drawer.queryByRole("listbox")).toBeNull();
    expect(screen.getByRole("dialog", { name: "Filters" })).toBeTruthy();
  });
});
