// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { EntryList } from "./entry-list.tsx";

const field = (number: number) => screen.getByLabelText<HTMLInputElement>(`Army School ${number}`);
const texts = () =>
  screen.queryAllByLabelText<HTMLInputElement>(/^Army School \d+$/).map(({ value }) => value);

beforeEach(() => {
  hydrateIsland(EntryList, { name: "armySchools", entries: ["Airborne", "Ranger", "Sapper"] });
});

describe("a list of entries by keyboard", () => {
  it("adds an entry with Enter, after the current one", async () => {
    field(1).focus();
    await userEvent.keyboard("{Enter}Air Assault");
    expect(texts()).toEqual(["Airborne", "Air Assault", "Ranger", "Sapper"]);
    expect(screen.getByRole("status").textContent).toBe("Army School 2 added");
  });

  it("adds no second entry while the first is empty", async () => {
    field(3).focus();
    await userEvent.keyboard("{Enter}{Enter}{Enter}");
    expect(texts()).toEqual(["Airborne", "Ranger", "Sapper", ""]);
    expect(document.activeElement).toBe(field(4));
  });

  it("focuses the next entry after one was removed", async () => {
    screen.getByRole("button", { name: "Remove Army School 2" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(texts()).toEqual(["Airborne", "Sapper"]);
    expect(document.activeElement).toBe(field(2));
    expect(screen.getByRole("status").textContent).toBe("Army School 2 removed, 2 left");
  });

  it("otherwise focuses the last entry, or the button that adds one", async () => {
    await userEvent.click(screen.getByRole("button", { name: "Remove Army School 3" }));
    expect(document.activeElement).toBe(field(2));
    await userEvent.click(screen.getByRole("button", { name: "Remove Army School 2" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove Army School 1" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add Army School" }));
  });
});
