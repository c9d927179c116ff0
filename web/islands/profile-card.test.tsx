// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Explanation } from "../../api/contract/directory.ts";
import { type PublicProfile, publicProfile } from "../../events/members/privacy.ts";
import type { MemberRecord, ProfileRecord } from "../../events/members/record.ts";
import { sharedAtFirst } from "../../events/vocabulary.ts";
import { goTo } from "../hydration/navigation.ts";
import { answerCalls } from "../testing/calls.ts";
import { aMember, anAlum, aProfile } from "../testing/members.ts";
import { ProfileCard } from "./directory/profile-card.tsx";

vi.mock("../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
afterEach(cleanup);

function show(
  profile: Partial<ProfileRecord> = {},
  member: Partial<MemberRecord> = {},
  match?: Explanation,
) {
  const shown = publicProfile(
    aMember({ memberId: "dana", role: "alumni", ...member, profile: aProfile(profile) }),
  );
  return render(<ProfileCard profile={shown as PublicProfile} match={match} />).container;
}

const all = {
  primaryEmail: "alum@example.com",
  secondaryEmail: "dana@army.example",
  phoneNumber: "817 555 0100",
  linkedinUrl: "https://www.linkedin.com/in/dana",
  calendarUrl: "https://calendar.example.com/dana",
};
const contact = "POST /api/profile/dana/contacts";

const badges = (card: HTMLElement) =>
  [...card.querySelectorAll(".profile-card-facts > .rt-Badge")].map((badge) => badge.textContent);

describe("a profile card", () => {
  it("shows the picture over the initials", () => {
    const card = show({}, { profileImageUrl: "/objects/jordan.jpg" });
    expect(card.querySelector("img")?.getAttribute("src")).toBe("/objects/jordan.jpg");
    expect(screen.getByText("JR")).toBeTruthy();
  });

  it("shows the service and a known industry as badges", () => {
    expect(badges(show())).toEqual(["Army", "Consulting"]);
    cleanup();
    expect(badges(show({ industry: null }))).toEqual(["Army"]);
  });

  it("shows rank and class, and only the years for cadre", () => {
    const line = (card: HTMLElement) => card.querySelector(".profile-card-class")?.textContent;
    expect(line(show())).toBe("CPTClass of 2014");
    cleanup();
    expect(line(show({ classYear: "2005-2007" }, { role: "cadre" }))).toBe("2005-2007");
  });

  it("shows a former name if its owner does", () => {
    const former = (card: HTMLElement) => card.querySelector(".profile-card-former")?.textContent;
    expect(former(show({ formerName: "Smithers" }))).toBeUndefined();
    cleanup();
    const sharedFields = { ...sharedAtFirst, formerName: true };
    const match = { words: ["smithers"], reasons: [] };
    const card = show({ formerName: "Smithers", sharedFields }, {}, match);
    expect(former(card)).toBe("Formerly Smithers");
    expect(card.querySelector(".profile-card-former mark")?.textContent).toBe("Smithers");
  });

  it("has texts for missing values", () => {
    show({ location: null, mos: "" }, { firstName: "", lastName: "" });
    expect(screen.getByRole("heading", { name: "Unknown" })).toBeTruthy();
    expect(screen.getByText("Location not specified")).toBeTruthy();
    expect(screen.getByText("Specialty:").parentElement?.textContent).toBe("Specialty: Infantry");
  });

  it("shows three help topics, then how many more", () => {
    show({ helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips", "BOLC Prep"] });
    expect(screen.getByText("Can help with:")).toBeTruthy();
    expect(screen.getAllByRole("listitem").slice(0, 4).map((item) => item.textContent))
      .toEqual(["Networking", "Ranger School", "OML Strategy", "+2 more"]);
  });

  it("shows a searched topic, marked, instead of another one", () => {
    const helpTopics = ["Networking", "Ranger School", "OML Strategy", "PCS Tips"] as const;
    const card = show({ helpTopics }, {}, { words: ["pcs"], reasons: [] });
    expect([...card.querySelectorAll(".tag-list li")].map((item) => item.textContent))
      .toEqual(["PCS Tips", "Networking", "Ranger School", "+1 more"]);
    expect(card.querySelector(".tag-list mark")?.textContent).toBe("PCS");
  });

  it("shows the current job first, below the name", () => {
    const card = show({ jobTitle: "Analyst", company: "Northfield" });
    expect(card.querySelector(".profile-card-who")?.textContent)
      .toBe("Jordan RiveraAnalyst, Northfield");
    expect(
      card.querySelector(".profile-card-who")?.compareDocumentPosition(
        card.querySelector(".profile-card-class") ?? card,
      ),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("shows matches in one line, marked", () => {
    const reasons = [
      { field: null, text: "CPT" },
      { field: "Bio", text: "… resume review for …" },
    ];
    const card = show({}, {}, { words: ["cpt", "2014", "resume"], reasons });
    expect(screen.getByText("Matches:").parentElement?.textContent)
      .toBe("Matches: CPT · Bio: … resume review for …");
    expect([...card.querySelectorAll("mark")].map((mark) => mark.textContent))
      .toEqual(["CPT", "2014", "resume"]);
  });

  it("shows a selected topic among the three", () => {
    const helpTopics = ["Networking", "Ranger School", "OML Strategy", "PCS Tips"] as const;
    const member = aMember({ memberId: "dana", profile: aProfile({ helpTopics }) });
    const profile = publicProfile(member) as PublicProfile;
    render(<ProfileCard profile={profile} ticked={["OML Strategy", "PCS Tips"]} />);
    expect([...document.querySelectorAll(".tag-list li")].map((item) => item.textContent))
      .toEqual(["OML Strategy", "PCS Tips", "Networking", "+1 more"]);
  });

  it("gives texts their own writing direction", () => {
    const card = show({ jobTitle: "مدير المشاريع" }, { firstName: "محمد", lastName: "الخوارزمي" });
    expect(screen.getByRole("heading").dir).toBe("auto");
    expect(card.querySelector("bdi")?.textContent).toBe("مدير المشاريع");
  });

  it("links every kind of contact to the profile", () => {
    const { innerHTML } = show(all);
    expect(screen.getByText("Quick Contact:")).toBeTruthy();
    const links = [/^Primary Email/, /^Army Email/, /^Call/, /^LinkedIn/, /^Booking Link/]
      .map((name) => screen.getByRole<HTMLAnchorElement>("link", { name }));
    expect(links.map((link) => [link.getAttribute("href"), link.target])).toEqual(
      ["", "", "", "_blank", "_blank"].map((target) => ["/alumni/dana#contact", target]),
    );
    for (const value of Object.values(all)) expect(innerHTML).not.toContain(value);
  });

  it("has no links without contacts", () => {
    show({ primaryEmail: null });
    expect(screen.queryByText("Quick Contact:")).toBeNull();
  });

  it("reuses its elements for the next person in its position, except the picture", () => {
    const person = (memberId: string, profileImageUrl: string) =>
      publicProfile(aMember({ memberId, profileImageUrl, profile: aProfile() })) as PublicProfile;
    const { container, rerender } = render(
      <ProfileCard profile={person("dana", "/objects/a.jpg")} />,
    );
    const [heading, picture] = [screen.getByRole("heading"), container.querySelector("img")];
    rerender(<ProfileCard profile={person("lee", "/objects/b.jpg")} />);
    expect(screen.getByRole("heading")).toBe(heading);
    expect(heading.id).toBe("member-lee");
    expect(container.querySelector("img")).not.toBe(picture);
    expect(container.querySelectorAll("img")).toHaveLength(1);
  });

  it("leads to the request form with one press", () => {
    show({}, { memberId: "dana" });
    const link = screen.getByRole("link", { name: "Connect with Jordan Rivera" });
    expect(link.getAttribute("href")).toBe("/connections/new?to=dana");
  });

  it("links to the whole profile", () => {
    show({}, { memberId: "dana" });
    const link = screen.getByRole("link", { name: /^View Full Profile/ });
    expect(link.getAttribute("href")).toBe("/alumni/dana");
  });
});

describe("a contact pressed on a card", () => {
  const press = (name: RegExp) => userEvent.click(screen.getByRole("link", { name }));

  it("is fetched and opened", async () => {
    show(all);
    const calls = answerCalls({
      [`${contact}/primaryEmail`]: [200, { value: "alum@example.com" }],
      [`${contact}/phoneNumber`]: [200, { value: "817 555 0100" }],
    });
    await press(/^Primary Email/);
    await waitFor(() => expect(goTo).toHaveBeenLastCalledWith("mailto:alum@example.com"));
    await press(/^Call/);
    await waitFor(() => expect(goTo).toHaveBeenLastCalledWith("tel:+18175550100"));
    expect(calls).toHaveLength(2);
  });

  it("is fetched once if it is pressed twice, and again after that", async () => {
    show(all);
    let arrive = (_: [number, object]) => {};
    const answer = new Promise<[number, object]>((resolve) => arrive = resolve);
    const calls = answerCalls({ [`${contact}/primaryEmail`]: answer });
    await press(/^Primary Email/);
    await press(/^Primary Email/);
    await waitFor(() => expect(calls).toHaveLength(1));
    arrive([200, { value: "alum@example.com" }]);
    await waitFor(() => expect(document.querySelector("[aria-busy]")).toBeNull());
    await press(/^Primary Email/);
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it("opens a website in a tab opened by the press", async () => {
    show(all);
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
    vi.stubGlobal("open", () => tab);
    answerCalls({ [`${contact}/linkedinUrl`]: [200, { value: all.linkedinUrl }] });
    await press(/^LinkedIn/);
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(all.linkedinUrl));
    expect(tab.opener).toBeNull();
  });

  it("says why it isn't shown, and leaves no empty tab", async () => {
    show(all);
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
    vi.stubGlobal("open", () => tab);
    const message = "You have seen the contacts of 60 people today";
    answerCalls({ [`${contact}/linkedinUrl`]: [429, { message }] });
    await press(/^LinkedIn/);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(tab.close).toHaveBeenCalled();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  it("is a regular link when opened in a new tab", async () => {
    show(all);
    const calls = answerCalls({});
    const link = screen.getByRole("link", { name: /^Primary Email/ });
    link.addEventListener("click", (event) => event.preventDefault());
    const user = userEvent.setup();
    await user.keyboard("{Control>}");
    await user.click(link);
    expect(calls).toHaveLength(0);
  });
});

it("says that the profile was confirmed this year, but not when", () => {
  const shown = publicProfile(
    anAlum("dana", { confirmedAt: "2025-12-31T10:00:00.000Z" }),
  ) as PublicProfile;
  const textWith = (since?: string) => {
    const { container } = render(<ProfileCard profile={shown} since={since} />);
    const text = container.textContent ?? "";
    cleanup();
    return text;
  };
  expect(textWith("2025-12")).toContain("Confirmed this year");
  expect(textWith("2025-12")).not.toMatch(/2025|December/);
  expect(textWith("2026-01")).not.toContain("Confirmed");
  expect(textWith()).not.toContain("Confirmed");
});
