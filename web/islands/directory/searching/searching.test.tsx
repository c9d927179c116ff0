// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/calls.ts";
import { directoryAnswer, directoryStart, showDirectory } from "../../../testing/directory.tsx";

describe("searching a directory", () => {
  it("searches at the first key and after typing, with one history entry", async () => {
    const calls = answerCalls({
      "GET /api/directory?search=dana&role=alumni": [200, directoryAnswer({ total: 1 })],
      "GET /api/directory?search=dana+w&role=alumni": [200, directoryAnswer({ total: 2 })],
    });
    showDirectory();
    const before = history.length;
    const box = screen.getByLabelText("Search");
    // No pause between the keys, however slow the machine is.
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    for (const typed of ["d", "da", "dan", "dana"]) {
      fireEvent.change(box, { target: { value: typed } });
    }
    now.mockRestore();
    await screen.findByText("1 alumni found");
    const searches = calls.filter(({ path }) => path.startsWith("/api/directory"));
    expect(searches.map(({ path }) => path)).toEqual([
      "/api/directory?search=d&role=alumni",
      "/api/directory?search=dana&role=alumni",
    ]);
    await waitFor(() => expect(location.search).toBe("?search=dana"));
    fireEvent.change(box, { target: { value: "dana w" } });
    await screen.findByText("2 alumni found");
    await waitFor(() => expect(location.search).toBe("?search=dana+w"));
    expect(history.length).toBe(before + 1);
  });

  it("announces the count once for a settled view", async () => {
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, directoryAnswer({ total: 2 })],
    });
    showDirectory();
    const status = screen.getByRole("status");
    expect(status.textContent).toBe("");
    await userEvent.click(screen.getByLabelText("Armor"));
    await waitFor(() => expect(status.textContent).toBe("2 results"));
    await userEvent.click(screen.getByLabelText("Armor"));
    await waitFor(() => expect(status.textContent).toBe("30 results"));
  });

  it("marks the searched words", () => {
    const searched = { search: "dana whit" };
    const matches = [{ words: ["dana", "whitfield"], reasons: [] }];
    const answer = directoryAnswer({ matches });
    showDirectory(answer, searched);
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent))
      .toEqual(["Dana", "Whitfield"]);
  });

  it("says if no one matches everything, who is shown, and offers other searches", async () => {
    const query = { search: "dana texas resume" };
    const call = "/api/directory?search=dana+texas+resume&role=alumni";
    const relaxed = { showing: "people in Texas who help with resume review", ignored: ["dana"] };
    const alternatives = [{ label: "Search all places: 30", view: "search=dana" }];
    answerCalls({
      [`GET ${call}`]: [200, directoryAnswer({ total: 29, relaxed, alternatives })],
    });
    showDirectory();
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: query.search } });
    const line = "No one matches everything. Showing people in Texas who help with resume review.";
    await screen.findByText(line);
    const ways = within(await screen.findByRole("list", { name: "Ways to find more" }));
    expect(ways.getByRole("link").textContent).toBe("Search all places: 30");
    const status = screen.getByRole("status");
    await waitFor(() => expect(status.textContent).toBe(`29 results. ${line}`));
  });

  it("removes the search with its chip", async () => {
    answerCalls({ [`GET ${directoryStart}`]: [200, directoryAnswer()] });
    const searched = { search: "dana" };
    showDirectory(directoryAnswer(), searched);
    await userEvent.click(screen.getByRole("link", { name: "Remove filter: “dana”" }));
    expect(location.search).toBe("");
    expect(screen.getByLabelText("Search")).toHaveProperty("value", "");
  });

  it("has a key that focuses the search", async () => {
    answerCalls({});
    showDirectory();
    const box = screen.getByLabelText("Search");
    expect(box.getAttribute("aria-keyshortcuts")).toBe("/");
    await userEvent.keyboard("/");
    expect(document.activeElement).not.toBe(box);
    screen.getByLabelText("Infantry").focus();
    await userEvent.keyboard("/");
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard("/");
    expect(box).toHaveProperty("value", "/");
  });

  it("has a key that lists the keys, except during typing", async () => {
    showDirectory();
    await userEvent.keyboard("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    screen.getByLabelText("Infantry").focus();
    await userEvent.keyboard("?");
    expect(within(await screen.findByRole("dialog", { name: "Keys" })).getByText("/")).toBeTruthy();
  });
});
