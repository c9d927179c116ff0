import { describe, expect, it } from "vitest";
import type { Suggestion } from "../../../search/suggestions.ts";
import { someProfile } from "../../testing/app.ts";
import { appWithMember } from "../../testing/app-for-test.ts";

async function given() {
  const { app, member: dana } = await appWithMember(undefined, {
    firstName: "Dana",
    lastName: "Whitfield",
    role: "alumni",
  });
  const profile = { ...someProfile, armyBranch: "Armor", mos: "19A", location: "Fort Worth, TX" };
  await dana.post("/api/profile", { ...profile, company: "Armstrong Ltd", helpTopics: [] });
  const armin = await app.member({ firstName: "Armin", lastName: "Lee", role: "cadre" });
  await armin.post("/api/profile", { ...profile, company: "Acme", helpTopics: ["PCS Tips"] });
  const viewer = await app.member({ role: "cadet" });

  const suggest = async (query: string): Promise<readonly Suggestion[]> => {
    const answer = await viewer.get(`/api/suggestions?${query}`);
    expect(answer.status).toBe(200);
    return (await answer.json()).suggestions;
  };
  const shown = async (query: string) =>
    (await suggest(query)).map(({ kind, text, count }) => `${kind}: ${text} (${count})`);
  return { app, dana, armin, viewer, suggest, shown };
}

describe("GET /api/suggestions", () => {
  it("answers with completions of the text, and their links", async () => {
    const { suggest } = await given();
    expect(await suggest("search=whitfield+ARM")).toEqual([
      {
        kind: "branch",
        text: "Armor",
        count: 1,
        search: "whitfield",
        filters: { armyBranches: ["Armor"] },
      },
      {
        kind: "company",
        text: "Armstrong Ltd",
        count: 1,
        search: "whitfield Armstrong Ltd",
        filters: {},
      },
    ]);
  });

  it("contains nothing hidden or unshared, from the next request on", async () => {
    const { dana, armin, shown } = await given();
    await dana.patch("/api/profile", { isVisible: false });
    expect(await shown("search=arm")).toEqual(["name: Armin Lee (1)", "branch: Armor (1)"]);
    await armin.patch("/api/profile", { sharedFields: { specialty: false } });
    expect(await shown("search=arm")).toEqual(["name: Armin Lee (1)"]);
    expect(await shown("search=19")).toEqual([]);
    await dana.patch("/api/profile", { isVisible: true });
    expect(await shown("search=arms")).toEqual(["company: Armstrong Ltd (1)"]);
  });

  it("is the same for every viewer, including the owner", async () => {
    const { dana, viewer } = await given();
    const path = "/api/suggestions?search=da";
    const bytes = await (await viewer.get(path)).text();
    expect(await (await dana.get(path)).text()).toBe(bytes);
    expect(bytes).toContain("Dana Whitfield");
  });

  it("suggests no search that is longer than allowed", async () => {
    const { dana, suggest } = await given();
    await dana.patch("/api/profile", { company: `Zephyr ${"x".repeat(190)}` });
    expect(await suggest("search=zep")).toHaveLength(1);
    expect(await suggest("search=whitfield+zep")).toEqual([]);
  });
});
