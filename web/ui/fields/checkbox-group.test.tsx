// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { CheckboxGroup } from "./checkbox-group.tsx";

const options = ["Armor", "Aviation", "Cyber Corps", "Finance", "Infantry"].map((value) => ({
  value,
  // The third option has no people, so it can't be chosen.
  count: value === "Cyber Corps" ? 0 : 2,
}));
const branches = { legend: "Branch", name: "branch", options, visible: 2, onToggle: () => {} };

const shown = () =>
  screen.getAllByRole("checkbox")
    .filter((box) => box.closest("details:not([open])") === null)
    .map((box) => box.getAttribute("value"));
const focused = () => document.activeElement?.getAttribute("value");

describe("a long list of choices", () => {
  it("unfolds in order, and focuses the first new option that can be chosen", async () => {
    hydrateIsland(CheckboxGroup, { ...branches, selected: [] });
    expect(shown()).toEqual(["Armor", "Aviation"]);
    await userEvent.click(screen.getByText("Show 3 more"));
    expect(shown()).toEqual(["Armor", "Aviation", "Cyber Corps", "Finance", "Infantry"]);
    expect(focused()).toBe("Finance");
  });

  it("ends with a button that folds it, and returns the focus", async () => {
    hydrateIsland(CheckboxGroup, { ...branches, selected: [] });
    await userEvent.click(screen.getByText("Show 3 more"));
    const fold = screen.getByRole("button", { name: "Show fewer" });
    const [last] = screen.getAllByRole("checkbox").slice(-1);
    expect(last?.compareDocumentPosition(fold)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(fold);
    expect(shown()).toEqual(["Armor", "Aviation"]);
    expect(document.activeElement?.textContent).toContain("Show 3 more");
  });

  it("is unfolded at first if a hidden option is chosen", () => {
    hydrateIsland(CheckboxGroup, { ...branches, selected: ["Infantry"] });
    expect(shown()).toContain("Infantry");
  });
});
