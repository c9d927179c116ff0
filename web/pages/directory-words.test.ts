import { describe, expect, it } from "vitest";
import {
  armyBranches,
  dutyStatuses,
  helpTopicsInFilterOrder,
  topicFilterLabel,
} from "../../events/vocabulary.ts";
import { aMember, anAlum } from "../testing/members.ts";
import { createTestSite } from "../testing/site.ts";

const site = createTestSite({
  members: [aMember({ memberId: "casey" }), anAlum()],
});
const page = async (path: string) => await site.page(path, "casey");
const directories = ["/cadre", "/alumni", "/directory"];

describe("what every directory offers", () => {
  it.each(directories)("is the same three orders, at %s", async (path) => {
    const html = await page(path);
    const select = html.slice(html.indexOf('name="sort"'));
    const options = [
      ...select.slice(0, select.indexOf("</select>")).matchAll(/>([^<]+)<\/option>/g),
    ];
    expect(options.map(([, text]) => text)).toEqual(["Relevance", "Most Recent", "Name (A-Z)"]);
    expect(select).toMatch(/<option value="relevance" selected="">/);
  });

  it.each(directories)("is a search and lists of choices, at %s", async (path) => {
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
    "is a drawer behind a button where there is no room, at %s",
    async (path) => {
      expect(await page(path)).toMatch(
        /<button[^>]*class="[^"]*directory-filters"[^>]*>.*Filters/s,
      );
    },
  );
});
