// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type DirectoryAnswer, emptyQuery } from "../../../api/contract/directory.ts";
import { answerCalls } from "../../testing/calls.ts";
import { dana, directoryAnswer, directoryProps, showDirectory } from "../../testing/directory.tsx";
import { keyOf } from "../../hydration/query-client.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { Directory } from "./directory.tsx";
import { directoryKey } from "./use-answer.ts";

describe("a directory", () => {
  it("shows the server's results without another request", () => {
    const calls = answerCalls({});
    showDirectory();
    expect(screen.getByText("30 alumni found")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("says beside the count who is listed, and announces it", async () => {
    const roles = { alumni: 27, cadre: 2, cadet: 1 };
    const answer = directoryAnswer({ roles });
    answerCalls({
      "GET /api/directory?armyBranches=Armor": [
        200,
        directoryAnswer({ total: 2, roles: { alumni: 1, cadre: 1, cadet: 0 } }),
      ],
    });
    const props = { ...directoryProps, directory: "directory", query: emptyQuery } as const;
    hydrateIsland(Directory, props, [[keyOf("/api/directory"), answer]]);
    expect(screen.getByText("30 alumni found")).toBeTruthy();
    expect(screen.getByText("27 alumni, 2 cadre, 1 cadet")).toBeTruthy();
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("1 alum, 1 cadre");
    const status = screen.getByRole("status");
    await waitFor(() => expect(status.textContent).toBe("2 results: 1 alum, 1 cadre"));
  });

  it("says on a card who takes no requests now, but not on a cadet's", () => {
    const [profile] = directoryAnswer().profiles;
    if (profile === undefined) throw new Error("No profile to show");
    const full = { ...profile, takesRequests: false };
    const cadet = { ...full, userId: "kim", user: { ...full.user, role: "cadet" as const } };
    showDirectory(directoryAnswer({ profiles: [profile, cadet, { ...full, userId: "lee" }] }));
    const cards = screen.getAllByRole("article").map((card) => within(card));
    expect(cards.map((card) => card.queryByText("Not taking requests right now") !== null))
      .toEqual([false, false, true]);
    expect(cards.map((card) => card.queryByRole("link", { name: /^Connect/ }) !== null))
      .toEqual([true, false, false]);
  });

  it("shows the previous results while the next are loading", async () => {
    let arrive = (_: [number, DirectoryAnswer]) => {};
    const later = new Promise<[number, DirectoryAnswer]>((resolve) => arrive = resolve);
    answerCalls({ "GET /api/directory?role=alumni&sort=name": later });
    showDirectory();
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Name (A-Z)");
    await waitFor(() =>
      expect(document.querySelector(".directory-list")?.getAttribute("aria-busy")).toBe("true")
    );
    expect(screen.getByText("30 alumni found")).toBeTruthy();
    arrive([200, directoryAnswer({ total: 29 })]);
    await screen.findByText("29 alumni found");
  });

  it("has a link to its results that adds no history entry", async () => {
    showDirectory();
    const before = history.length;
    await userEvent.click(screen.getByRole("link", { name: "Skip to results" }));
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Results" }));
    expect(history.length).toBe(before);
  });

  it("has its filters in a drawer, which returns the focus", async () => {
    answerCalls({});
    showDirectory();
    const open = screen.getByRole("button", { name: "Filters" });
    await userEvent.click(open);
    const drawer = within(await screen.findByRole("dialog", { name: "Filters" }));
    expect(drawer.getByLabelText("Infantry")).toBeTruthy();
    await userEvent.click(drawer.getByRole("button", { name: "Show 30 results" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(open);
  });

  it("loads more in place with a link", async () => {
    const sam = dana && { ...dana, userId: "sam", user: { ...dana.user, firstName: "Sam" } };
    answerCalls({
      "GET /api/directory?role=alumni&page=2": [
        200,
        directoryAnswer({ profiles: sam ? [sam] : [], page: 2 }),
      ],
    });
    showDirectory();
    const more = screen.getByRole("link", { name: "Load more" });
    expect(more.getAttribute("href")).toBe("/alumni?page=2");
    await userEvent.click(more);
    await screen.findByRole("heading", { name: "Sam Whitfield" });
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    expect(location.search).toBe("?page=2");
    expect(screen.getByText("Showing 1–30 of 30")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Load more" })).toBeNull();
  });
});

describe("a directory whose next results are slow", () => {
  const placeholders = () => document.querySelectorAll(".directory-waiting > li").length;

  /** Requests another sort order; counts until the answer comes. */
  async function ask(answer: Promise<[number, DirectoryAnswer]>) {
    answerCalls({ "GET /api/directory?role=alumni&sort=name": answer });
    showDirectory();
    const seen = new Set<string>();
    const look = () => seen.add(document.querySelector(".directory-count")?.textContent ?? "");
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Name (A-Z)");
    return seen;
  }

  it("says that it is loading, with three placeholder cards", async () => {
    const answer = Promise.withResolvers<[number, DirectoryAnswer]>();
    await ask(answer.promise);
    await waitFor(() => expect(placeholders()).toBe(3));
    expect(document.querySelector(".directory-count")?.textContent).toBe("Loading...");
    // It is also announced to people who don't see it.
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Loading..."));
    answer.resolve([200, directoryAnswer({ total: 2 })]);
    await screen.findByText("2 alumni found");
    expect(placeholders()).toBe(0);
  });

  it("doesn't say so if they come soon", async () => {
    const seen = await ask(Promise.resolve([200, directoryAnswer({ total: 2 })]));
    await screen.findByText("2 alumni found");
    expect([...seen].filter((text) => text.startsWith("Loading"))).toEqual([]);
  });

  it("shows a spinner for cadre", async () => {
    answerCalls({ "GET /api/directory?role=cadre&sort=name": new Promise(() => {}) });
    const query = { ...emptyQuery, role: "cadre" } as const;
    hydrateIsland(Directory, { ...directoryProps, directory: "cadre", query }, [
      [directoryKey("cadre", query), directoryAnswer()],
    ]);
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Name (A-Z)");
    const found = await screen.findAllByText("Loading cadre...");
    expect(found.some((text) => text.closest("[role=status]")?.querySelector(".rt-Spinner")))
      .toBe(true);
  });
});
