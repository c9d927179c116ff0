// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
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

  it("searches when typing is over, without a step of its own", async () => {
    const calls = answerCalls({
      "GET /api/directory?search=dana&role=alumni": [200, answerWith({ total: 1 })],
    });
    show();
    const before = history.length;
    await userEvent.type(screen.getByLabelText("Search"), "dana");
    await screen.findByText("1 alumni found");
    expect(calls.map(({ path }) => path)).toEqual(["/api/directory?search=dana&role=alumni"]);
    expect(location.search).toBe("?search=dana");
    expect(history.length).toBe(before);
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

  it("has pages that are links", () => {
    show();
    expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("/alumni?page=2");
    expect(screen.queryByRole("link", { name: "Previous" })).toBeNull();
  });

  it("says when nobody matches", () => {
    show(answerWith({ profiles: [], total: 0 }));
    expect(screen.getByText("No alumni found matching your filters")).toBeTruthy();
    expect(screen.getByText("0 alumni found")).toBeTruthy();
  });

  it("says when the profiles cannot be fetched, and tries again", async () => {
    answerCalls({});
    show();
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("Failed to fetch profiles");
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, answerWith({ total: 2 })],
    });
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
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
