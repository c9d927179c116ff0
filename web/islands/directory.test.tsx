// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type DirectoryAnswer, emptyQuery } from "../../api/contract/directory.ts";
import { publicProfile } from "../../events/members/privacy.ts";
import { answerCalls } from "../testing/calls.ts";
import { hydrateIsland } from "../testing/hydrate.tsx";
import { aMember, aProfile } from "../testing/members.ts";
import { Directory } from "./directory.tsx";
import { goTo } from "./navigation.ts";

vi.mock("./navigation.ts", () => ({ goTo: vi.fn() }));

const dana = publicProfile(aMember({
  memberId: "dana",
  firstName: "Dana",
  lastName: "Whitfield",
  role: "alumni",
  profile: aProfile({
    helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips"],
    phoneNumber: "817 555 0100",
  }),
}));

function answerWith(answer: Partial<DirectoryAnswer> = {}): DirectoryAnswer {
  return {
    profiles: dana ? [dana] : [],
    total: 30,
    page: 1,
    facets: {
      armyBranches: [{ value: "Armor", count: 2 }, { value: "Infantry", count: 28 }],
      industries: [{ value: "Consulting", count: 30 }],
      locations: [{ value: "Fort Worth, TX", count: 30 }],
      helpTopics: [{ value: "Networking", count: 30 }],
    },
    ...answer,
  };
}

const props = {
  directory: "alumni",
  query: { ...emptyQuery, role: "alumni" },
  choices: { industries: ["Consulting"], locations: ["Fort Worth, TX"] },
} as const;
const start = "/api/directory?role=alumni";

function show(answer = answerWith(), query = props.query, call = start) {
  return hydrateIsland(Directory, { ...props, query }, [[[call], answer]]);
}

/** What waits for a pause, on a machine that may be busy. */
const slow = { timeout: 8000 };

beforeEach(() => {
  history.replaceState(null, "", "/alumni");
  Element.prototype.scrollIntoView = vi.fn();
});

describe("a directory", () => {
  it("shows what the server found, without asking again", () => {
    const calls = answerCalls({});
    show();
    expect(screen.getByText("30 alumni found")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("shows a card with three help topics and how many more", () => {
    show();
    const card = within(screen.getByRole("region", { name: "Dana Whitfield" }));
    for (const text of ["CPT", "Class of 2014", "Army", "Consulting", "Fort Worth, TX"]) {
      expect(card.getByText(text)).toBeTruthy();
    }
    expect(card.getByText("OML Strategy")).toBeTruthy();
    expect(card.getByText("+1 more")).toBeTruthy();
    expect(card.getByRole("link", { name: /View Full Profile/ }).getAttribute("href"))
      .toBe("/alumni/dana");
    expect(card.getByRole("link", { name: /Call/ }).getAttribute("href")).toBe("tel:8175550100");
    expect(card.queryByRole("link", { name: /LinkedIn/ })).toBeNull();
  });

  it("narrows by a choice, which becomes a step of the history", async () => {
    const calls = answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, answerWith({ total: 2 })],
    });
    show();
    const before = history.length;
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("2 alumni found");
    expect(location.search).toBe("?armyBranches=Armor");
    expect(history.length).toBe(before + 1);
    expect(calls).toHaveLength(1);
  });

  it("cannot choose what nobody has, and keeps its place", () => {
    show();
    expect(screen.getByLabelText("Adjutant General")).toHaveProperty("disabled", true);
    expect(screen.getByLabelText("Infantry")).toHaveProperty("disabled", false);
  });

  it("searches when typing is over, as one step of the history", async () => {
    const calls = answerCalls({
      "GET /api/directory?search=dana&role=alumni": [200, answerWith({ total: 1 })],
      "GET /api/directory?search=dana+w&role=alumni": [200, answerWith({ total: 2 })],
    });
    show();
    const before = history.length;
    const box = screen.getByLabelText("Search");
    // Without a pause between the keys, however slow the machine is.
    for (const typed of ["d", "da", "dan", "dana"]) {
      fireEvent.change(box, { target: { value: typed } });
    }
    await screen.findByText("1 alumni found", {}, slow);
    expect(calls.map(({ path }) => path)).toEqual(["/api/directory?search=dana&role=alumni"]);
    expect(location.search).toBe("?search=dana");
    fireEvent.change(box, { target: { value: "dana w" } });
    await screen.findByText("2 alumni found", {}, slow);
    expect(location.search).toBe("?search=dana+w");
    expect(history.length).toBe(before + 1);
  });

  it("says the count once for a view that has settled", async () => {
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, answerWith({ total: 2 })],
    });
    show();
    const status = screen.getByRole("status");
    expect(status.textContent).toBe("");
    await userEvent.click(screen.getByLabelText("Armor"));
    await waitFor(() => expect(status.textContent).toBe("2 results"), slow);
    await userEvent.click(screen.getByLabelText("Armor"));
    await waitFor(() => expect(status.textContent).toBe("30 results"), slow);
  });

  it("marks the words that were searched for", () => {
    const searched = { ...props.query, search: "dana whit" };
    show(answerWith(), searched, "/api/directory?search=dana+whit&role=alumni");
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent))
      .toEqual(["Dana", "Whit"]);
  });

  it("takes the search off by its chip", async () => {
    answerCalls({ [`GET ${start}`]: [200, answerWith()] });
    const searched = { ...props.query, search: "dana" };
    show(answerWith(), searched, "/api/directory?search=dana&role=alumni");
    await userEvent.click(screen.getByRole("link", { name: /Remove filter.*“dana”/ }));
    expect(location.search).toBe("");
    expect(screen.getByLabelText("Search")).toHaveProperty("value", "");
  });

  it("has a key that leads to the search", async () => {
    show();
    const box = screen.getByLabelText("Search");
    expect(box.getAttribute("aria-keyshortcuts")).toBe("/");
    screen.getByLabelText("Infantry").focus();
    await userEvent.keyboard("/");
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard("/");
    expect(box).toHaveProperty("value", "/");
  });

  it("finds choices in a long list, folded", async () => {
    show();
    await userEvent.type(screen.getByLabelText("Find in Help Topics"), "bolc préparation");
    const group = within(screen.getByRole("group", { name: "Help Topics" }));
    expect(group.getAllByRole("checkbox")).toHaveLength(1);
  });

  it("shows the results before while the next are on their way", async () => {
    let arrive = (_: [number, DirectoryAnswer]) => {};
    const later = new Promise<[number, DirectoryAnswer]>((resolve) => arrive = resolve);
    answerCalls({ "GET /api/directory?role=alumni&sort=name": later });
    show();
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Name (A-Z)");
    await waitFor(() =>
      expect(document.querySelector(".directory-list")?.getAttribute("aria-busy")).toBe("true")
    );
    expect(screen.getByText("30 alumni found")).toBeTruthy();
    arrive([200, answerWith({ total: 29 })]);
    await screen.findByText("29 alumni found");
  });

  it("goes back to the view before", async () => {
    answerCalls({});
    const chosen = { ...props.query, armyBranches: ["Armor"] };
    history.replaceState(null, "", "/alumni?armyBranches=Armor");
    show(answerWith(), chosen, "/api/directory?armyBranches=Armor&role=alumni");
    expect(screen.getByLabelText("Armor")).toHaveProperty("checked", true);
    history.replaceState(null, "", "/alumni");
    dispatchEvent(new PopStateEvent("popstate"));
    await waitFor(() => expect(screen.getByLabelText("Armor")).toHaveProperty("checked", false));
  });

  it("offers Clear all for choices, not for a search text", async () => {
    answerCalls({ [`GET ${start}`]: [200, answerWith()] });
    const searched = { ...props.query, search: "dana" };
    const { unmount } = show(answerWith(), searched, "/api/directory?search=dana&role=alumni");
    expect(screen.queryByText("Clear all")).toBeNull();
    unmount();

    const chosen = { ...searched, industries: ["Consulting"] };
    show(answerWith(), chosen, "/api/directory?search=dana&industries=Consulting&role=alumni");
    await userEvent.click(screen.getByText("Clear all"));
    expect(location.search).toBe("");
    expect(screen.getByLabelText("Search")).toHaveProperty("value", "");
    expect(screen.queryByText("Clear all")).toBeNull();
  });

  it("removes one filter by its chip", async () => {
    const kept = "/api/directory?industries=Consulting&role=alumni";
    answerCalls({ [`GET ${kept}`]: [200, answerWith()] });
    const chosen = { ...props.query, industries: ["Consulting"], helpTopics: ["BOLC Prep"] };
    show(
      answerWith(),
      chosen,
      "/api/directory?industries=Consulting&helpTopics=BOLC+Prep&role=alumni",
    );
    await userEvent.click(screen.getByRole("link", { name: /Remove filter.*BOLC Preparation/ }));
    expect(location.search).toBe("?industries=Consulting");
  });

  it("loads more in place, by a link", async () => {
    const sam = dana && { ...dana, userId: "sam", user: { ...dana.user, firstName: "Sam" } };
    answerCalls({
      "GET /api/directory?role=alumni&page=2": [
        200,
        answerWith({ profiles: sam ? [sam] : [], page: 2 }),
      ],
    });
    show();
    const more = screen.getByRole("link", { name: "Load more" });
    expect(more.getAttribute("href")).toBe("/alumni?page=2");
    await userEvent.click(more);
    await screen.findByRole("heading", { name: "Sam Whitfield" });
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    expect(location.search).toBe("?page=2");
    expect(screen.getByText("Showing 1–30 of 30")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Load more" })).toBeNull();
  });

  it("leads from a later page to the one before", () => {
    show(answerWith({ page: 2 }), { ...props.query, page: 2 } as never, `${start}&page=2`);
    expect(screen.getByRole("link", { name: /Previous page/ }).getAttribute("href"))
      .toBe("/alumni");
    expect(screen.getByText("Showing 25–30 of 30")).toBeTruthy();
  });

  it("says when nobody matches, and what to give up", async () => {
    const chosen = { ...props.query, search: "dana", armyBranches: ["Aviation"] };
    answerCalls({
      "GET /api/directory?armyBranches=Aviation&role=alumni": [200, answerWith({ total: 0 })],
      "GET /api/directory?search=dana&role=alumni": [200, answerWith({ total: 14 })],
      [`GET ${start}`]: [200, answerWith()],
    });
    show(
      answerWith({ profiles: [], total: 0 }),
      chosen,
      "/api/directory?search=dana&armyBranches=Aviation&role=alumni",
    );
    expect(screen.getByText("No alumni found matching your filters")).toBeTruthy();
    expect(screen.getByText("0 alumni found")).toBeTruthy();
    const ways = within(await screen.findByRole("list", { name: "Ways to find more" }));
    expect(ways.getAllByRole("link").map(({ textContent }) => textContent))
      .toEqual(["Remove Aviation: 14", "Show everyone: 30"]);
    await userEvent.click(ways.getByRole("link", { name: "Remove Aviation: 14" }));
    await screen.findByText("14 alumni found");
    expect(location.search).toBe("?search=dana");
  });

  it("says when the profiles cannot be fetched, and tries again", async () => {
    answerCalls({});
    show();
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("Failed to fetch profiles");
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, answerWith({ total: 2 })],
    });
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("2 alumni found");
  });

  it("leaves it to the page when the session is over", async () => {
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [401, { message: "Not authenticated" }],
    });
    show();
    await userEvent.click(screen.getByLabelText("Armor"));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/alumni?armyBranches=Armor"));
  });

  it("asks no more for a query that was overtaken", async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    show();
    await userEvent.click(screen.getByLabelText("Armor"));
    await userEvent.click(screen.getByLabelText("Infantry"));
    await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]));
  });

  it("has its filters in a drawer, which gives the focus back", async () => {
    answerCalls({});
    show();
    const open = screen.getByRole("button", { name: "Filters" });
    await userEvent.click(open);
    const drawer = within(await screen.findByRole("dialog", { name: "Filters" }));
    expect(drawer.getByLabelText("Infantry")).toBeTruthy();
    await userEvent.click(drawer.getByRole("button", { name: "Show 30 results" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(open);
  });
});

describe("a directory that has nothing to show yet", () => {
  it("says that it is loading, with three cards to come", async () => {
    answerCalls({ [`GET ${start}`]: new Promise(() => {}) });
    hydrateIsland(Directory, props);
    expect(screen.getByText("Loading...")).toBeTruthy();
    expect(document.querySelectorAll(".directory-list > li")).toHaveLength(3);
  });

  it("is a spinner for cadre", () => {
    answerCalls({ "GET /api/directory?role=cadre": new Promise(() => {}) });
    hydrateIsland(Directory, { ...props, directory: "cadre" });
    expect(screen.getAllByText("Loading cadre...").length).toBeGreaterThan(0);
  });
});
