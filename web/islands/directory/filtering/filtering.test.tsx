// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { answerCalls } from "../../../testing/calls.ts";
import { directoryAnswer, directoryStart, showDirectory } from "../../../testing/directory.tsx";

/** The answer for that branch. */
const armor = {
  "GET /api/directory?armyBranches=Armor&role=alumni": [200, directoryAnswer({ total: 2 })],
} as const;

describe("filtering a directory", () => {
  it("narrows by a choice, which adds a history entry", async () => {
    const calls = answerCalls(armor);
    showDirectory();
    const before = history.length;
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("2 alumni found");
    expect(location.search).toBe("?armyBranches=Armor");
    expect(history.length).toBe(before + 1);
    expect(calls).toHaveLength(1);
  });

  it("keeps both of two choices if the second comes before the first is rendered", async () => {
    const both = "armyBranches=Armor&armyBranches=Infantry";
    answerCalls({
      ...armor,
      [`GET /api/directory?${both}&role=alumni`]: [200, directoryAnswer({ total: 3 })],
    });
    showDirectory();
    const before = history.length;
    act(() => {
      screen.getByLabelText("Armor").click();
      screen.getByLabelText("Infantry").click();
    });
    await screen.findByText("3 alumni found");
    expect(location.search).toBe(`?${both}`);
    expect(history.length).toBe(before + 2);
    expect(screen.getByLabelText("Armor")).toHaveProperty("checked", true);
    expect(screen.getByLabelText("Infantry")).toHaveProperty("checked", true);
  });

  it("removes both of two choices, however fast they are clicked", async () => {
    answerCalls({ [`GET ${directoryStart}`]: [200, directoryAnswer({ total: 30 })] });
    showDirectory(directoryAnswer({ total: 3 }), { armyBranches: ["Armor", "Infantry"] });
    const chips = within(screen.getByRole("list", { name: "Active filters" }));
    const [armor, infantry] = chips.getAllByRole("link");
    act(() => {
      armor?.click();
      infantry?.click();
    });
    await screen.findByText("30 alumni found");
    expect(location.search).toBe("");
  });

  it("changes the URL when the list changes, not before", async () => {
    answerCalls(armor);
    showDirectory();
    const box = screen.getByLabelText("Armor");
    const seen: unknown[] = [];
    act(() => {
      box.click();
      seen.push(location.search);
    });
    expect(seen).toEqual([""]);
    expect(location.search).toBe("?armyBranches=Armor");
    await screen.findByText("2 alumni found");
  });

  it("drops a choice that wasn't rendered yet when going back", async () => {
    answerCalls(armor);
    showDirectory();
    act(() => {
      screen.getByLabelText("Armor").click();
      dispatchEvent(new PopStateEvent("popstate"));
    });
    expect(location.search).toBe("");
    expect(screen.getByText("30 alumni found")).toBeTruthy();
    expect(screen.getByLabelText("Armor")).toHaveProperty("checked", false);
  });

  it("folds values without people on load, below the others", () => {
    showDirectory();
    const group = screen.getByRole("group", { name: "Army Branch" });
    const [first, others] = group.querySelectorAll("ul");
    expect([...first?.querySelectorAll("label") ?? []].map(({ textContent }) => textContent))
      .toEqual(["Armor", "Infantry"]);
    expect(others?.querySelectorAll("label")).toHaveLength(20);
  });

  it("has groups that fold, and count their selected choices", () => {
    showDirectory(directoryAnswer(), { armyBranches: ["Armor"] });
    const [title] = [...document.querySelectorAll("summary")]
      .filter(({ textContent }) => textContent.startsWith("Army Branch"));
    expect(title?.textContent).toBe("Army Branch1 chosen");
    expect(title?.parentElement).toHaveProperty("open", true);
  });

  it("disables choices without people, and keeps their position", () => {
    showDirectory();
    expect(screen.getByLabelText("Adjutant General")).toHaveProperty("disabled", true);
    expect(screen.getByLabelText("Infantry")).toHaveProperty("disabled", false);
  });

  it("finds choices in a long folded list", async () => {
    showDirectory();
    await userEvent.type(screen.getByLabelText("Find in Help Topics"), "bolc préparation");
    const group = within(screen.getByRole("group", { name: "Help Topics" }));
    expect(group.getAllByRole("checkbox")).toHaveLength(1);
  });

  it("offers Clear all for choices, but not for a search text", async () => {
    answerCalls({ [`GET ${directoryStart}`]: [200, directoryAnswer()] });
    const { unmount } = showDirectory(directoryAnswer(), { search: "dana" });
    expect(screen.queryByText("Clear all")).toBeNull();
    unmount();

    showDirectory(directoryAnswer(), { search: "dana", industries: ["Consulting"] });
    await userEvent.click(screen.getByText("Clear all"));
    expect(location.search).toBe("");
    expect(screen.getByLabelText("Search")).toHaveProperty("value", "");
    expect(screen.queryByText("Clear all")).toBeNull();
  });

  it("removes one filter by its chip", async () => {
    const kept = "/api/directory?industries=Consulting&role=alumni";
    answerCalls({ [`GET ${kept}`]: [200, directoryAnswer()] });
    const chosen = { industries: ["Consulting"], helpTopics: ["BOLC Prep"] };
    showDirectory(directoryAnswer(), chosen);
    await userEvent.click(screen.getByRole("link", { name: "Remove filter: BOLC Preparation" }));
    expect(location.search).toBe("?industries=Consulting");
  });

  it("says if no one matches, and offers searches with results", async () => {
    const chosen = { search: "dana", armyBranches: ["Aviation"] };
    answerCalls({
      "GET /api/directory?search=dana&role=alumni": [200, directoryAnswer({ total: 14 })],
    });
    const alternatives = [
      { label: "Search all branches: 14", view: "search=dana" },
      { label: "Show all 30 alumni", view: "" },
    ];
    showDirectory(directoryAnswer({ profiles: [], total: 0, alternatives }), chosen);
    expect(screen.getByText("No alumni found matching your filters")).toBeTruthy();
    expect(screen.getByText("0 alumni found")).toBeTruthy();
    const ways = within(screen.getByRole("list", { name: "Ways to find more" }));
    expect(ways.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]))
      .toEqual([
        ["Search all branches: 14", "/alumni?search=dana"],
        ["Show all 30 alumni", "/alumni"],
      ]);
    expect(screen.queryByRole("button", { name: /^Tell the program/ })).toBeNull();
    await userEvent.click(ways.getByRole("link", { name: "Search all branches: 14" }));
    await screen.findByText("14 alumni found");
    expect(location.search).toBe("?search=dana");
  });

  it("reports an uncovered topic with one press", () => {
    const chosen = { helpTopics: ["PCS Tips", "Networking"] };
    showDirectory(
      directoryAnswer({ profiles: [], total: 0, uncovered: ["PCS Tips", "Networking"] }),
      chosen,
    );
    expect(screen.getByText("No one helps with PCS Tips or Networking yet.")).toBeTruthy();
    const button = screen.getByRole("button", {
      name: "Tell the program that no one covers this",
    });
    const form = button.closest("form");
    expect([form?.getAttribute("action"), form?.method]).toEqual(["/directory/uncovered", "post"]);
    expect([...new FormData(form ?? undefined)]).toEqual([
      ["topics", "PCS Tips"],
      ["topics", "Networking"],
      ["back", "/alumni?helpTopics=Networking&helpTopics=PCS+Tips"],
    ]);
  });
});
