import { describe, expect, it, vi } from "vitest";
import { emptyQuery } from "../../../api/contract/directory.ts";
import { aMember, anAlum } from "../../testing/members.ts";
import { answerOf } from "../../testing/real-site.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import {
  armyBranches,
  dutyStatuses,
  helpTopicsInFilterOrder,
  topicFilterLabel,
} from "../../../events/vocabulary.ts";
import { textsOf } from "../../testing/read-html.ts";

const members = [
  aMember({ memberId: "casey" }),
  anAlum(),
  { ...anAlum("sam", { classYear: "2005-2007" }), lastName: "Okafor", role: "cadre" } as const,
];

async function page(path: string): Promise<string> {
  return await (await createTestSite({ members })).page(path, "casey");
}

describe("the three directories", () => {
  it("have their titles, and list the right roles", async () => {
    const cadre = await page("/cadre");
    expect(textsOf(cadre, "h1")).toEqual(["TCU Army ROTC Cadre"]);
    expectTexts(cadre, ["1 cadre members found", "Dana Okafor"], ["Dana Whitfield"]);
    const alumni = await page("/alumni");
    expect(textsOf(alumni, "h1")).toEqual(["TCU Army ROTC Alumni Directory"]);
    expectTexts(alumni, ["1 alumni found"], ["Dana Okafor"]);

    const all = await page("/directory");
    expect(textsOf(all, "h1")).toEqual(["Alumni Directory"]);
    expect(all).toContain("Find experienced mentors to guide your military career");
    expect(all).toContain("Dana Whitfield");
    expect(all).toContain("Dana Okafor");
  });

  it("show only the years of service for cadre", async () => {
    expectTexts(await page("/cadre"), ["<span>2005-2007</span>"], ["Class of", "<span>CPT</span>"]);
  });

  it("say when no one is found", async () => {
    for (const path of ["/alumni", "/directory"]) {
      expect(await page(`${path}?search=nobody`))
        .toContain("No alumni found matching your filters");
    }
    expect(await page("/cadre?search=nobody"))
      .toContain("No cadre members found matching your filters");
  });

  it("show the view in the URL, regardless of its role", async () => {
    const site = await createTestSite({ members });
    const find = vi.spyOn(site.product.directory, "find");
    await site.get("/alumni?armyBranches=Armor&helpTopics=BOLC+Preparation&role=cadre", "casey");
    expect(find.mock.calls[0]?.[0]).toMatchObject({
      role: "alumni",
      armyBranches: ["Armor"],
      helpTopics: ["BOLC Prep"],
    });
  });

  it("have a link for each of twenty filters, and count the others", async () => {
    const query = Array.from({ length: 25 }, (_, at) => `industries=Kind+${at}`).join("&");
    const html = await page(`/directory?${query}`);
    expect(html.match(/active-filters-chip/g)).toHaveLength(20);
    expect(html).toContain("<li>and 5 more</li>");
  });

  it("ignore filters that are too long for a URL", async () => {
    const long = (length: number) =>
      Array.from({ length: 90 }, (_, at) => `industries=${"x".repeat(length)}${at}`).join("&");
    for (const [length, count] of [[20, 20], [50, 0], [401, 0]] as const) {
      const html = await page(`/directory?${long(length)}`);
      expect(html.match(/active-filters-chip/g) ?? []).toHaveLength(count);
    }
  });

  it("fall back to defaults for a broken link", async () => {
    const response = await (await createTestSite({ members })).get(
      "/alumni?page=x&sort=y",
      "casey",
    );
    expect(response.status).toBe(200);
  });
});

describe("a search for an email address", () => {
  it("doesn't match parts of it, and says to search by name", async () => {
    const pat = { ...anAlum("pat", { company: "Example Company" }), firstName: "Pat" };
    const site = await createTestSite({ members: [pat, aMember({ memberId: "casey" })] });
    const hint = "You can&#x27;t find people by email address. Search by name instead.";
    const find = (text: string) =>
      site.page(`/directory?search=${encodeURIComponent(text)}`, "casey");

    const byAddress = await find("pat.doe@example.com");
    expect(byAddress).toContain("No alumni found matching your filters");
    expect(byAddress).toContain(hint);
    expect(byAddress).not.toContain(`class="directory-list"`);

    const withName = await find("Pat <pat.doe@example.com>");
    expectTexts(withName, ["Showing people matching “Pat”.", hint, `class="directory-list"`]);

    expect(await find("company")).not.toContain(hint);
  });
});

it("counts a page's people toward its reader's limit, cached or not, and says when it is reached", async () => {
  const alumni = Array.from({ length: 3 }, (_, at) => anAlum(`dana${at}`));
  const site = await createTestSite({
    members: [aMember({ memberId: "casey" }), aMember({ memberId: "robin" }), ...alumni],
    limits: { profilesPerMember: 3 },
  });
  for (const reader of ["robin", "casey", "casey"]) {
    expect((await site.get("/alumni", reader)).status).toBe(200);
  }
  const answer = await answerOf(await site.get("/directory", "casey"));
  expectAnswer(answer, 429, "You&#x27;ve viewed too many profiles.");
});

describe("a page of cards", () => {
  const contacts = (at: number) => ({
    primaryEmail: `address${at}@example.com`,
    secondaryEmail: `second${at}@example.org`,
    phoneNumber: `(555) 0100-${100 + at}`,
    linkedinUrl: `https://www.linkedin.com/in/dana-${at}`,
    calendarUrl: `https://calendar.example.com/dana-${at}`,
  });
  const people = Array.from({ length: 24 }, (_, at) => anAlum(`dana${at}`, contacts(at)));

  it("names each person's kinds of contacts, without any address or number", async () => {
    const site = await createTestSite({ members: [aMember({ memberId: "casey" }), ...people] });
    const html = await site.page("/directory", "casey");
    expect(html.split("Quick Contact:")).toHaveLength(25);
    expect(html).toContain('href="/alumni/dana23#contact"');
    const casey = (await site.stored("casey"))!;
    const { bytes } = await site.product.directory.answer(emptyQuery, casey, { ip: "192.0.2.1" });
    const json = new TextDecoder().decode(bytes);
    for (const [at] of people.entries()) {
      for (const value of Object.values(contacts(at))) {
        expect(html).not.toContain(value);
        expect(json).not.toContain(value);
      }
    }
  });
});

const directories = ["/cadre", "/alumni", "/directory"];

describe("what every directory offers", () => {
  it.each(directories)("are the same three sort orders, at %s", async (path) => {
    const html = await page(path);
    const select = html.slice(html.indexOf('name="sort"'));
    const options = [
      ...select.slice(0, select.indexOf("</select>")).matchAll(/>([^<]+)<\/option>/g),
    ];
    expect(options.map(([, text]) => text)).toEqual(["Relevance", "Most Recent", "Name (A-Z)"]);
    expect(select).toMatch(/<option value="relevance" selected="">/);
  });

  it.each(directories)("are a search and lists of choices, at %s", async (path) => {
    const html = await page(path);
    expect(html).toContain('placeholder="Search by name, specialty..."');
    expect(html).toContain('name="armyBranches"');
    expect(html).toContain('name="helpTopics"');
    for (const status of dutyStatuses) expect(html).toContain(`>${status}</label>`);
    for (const branch of armyBranches) expect(html).toContain(`>${branch}</label>`);
    for (const topic of helpTopicsInFilterOrder) {
      expect(html).toContain(`>${topicFilterLabel(topic)}</label>`);
    }
  });

  it.each(directories)(
    "are in a drawer behind a button on narrow screens, at %s",
    async (path) => {
      expect(await page(path)).toMatch(
        /<button[^>]*class="[^"]*directory-filters"[^>]*>.*Filters/s,
      );
    },
  );
});
