import { describe, expect, it } from "vitest";
import { profileFields } from "../../events/members/profile-fields.ts";
import { aMember } from "../testing/members.ts";
import { createTestSite } from "../testing/site.ts";

const dana = aMember({ memberId: "dana", role: "alumni" });
const site = await createTestSite({
  members: [dana],
  cadreCode: "hold fast",
});
await site.issue("invitation", "good-token", dana);
await site.issue("reset-password", "reset-token", dana);
const tooLong = "x".repeat(5000);

/** All fields of a profile's form, all wrong, in another order than the page's. */
const wrongProfile = Object.fromEntries(
  profileFields.toReversed().map((name) => [name, tooLong]),
);

const wrongAnswer = {
  ...{ token: "good-token", location: tooLong, industry: tooLong, company: tooLong },
  ...{ jobTitle: tooLong, mos: "", rank: "", armyBranch: "", classYear: "" },
};

/** Targets of the links in a page's summary of errors, and their order on the page. */
function summaryOf(html: string) {
  const summary = /<ul class="error-summary-list".*?<\/ul>/s.exec(html)?.[0] ?? "";
  const linked = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? "");
  const placeOf = (id: string) => html.indexOf(` id="${id}"`);
  return {
    linked,
    missing: linked.filter((id) => placeOf(id) < 0),
    asOnPage: linked.toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
}

describe("the summary of errors without script", () => {
  it.each([
    ["login", "/login", {}, undefined, 2],
    ["registration", "/register", { role: "general" }, undefined, 6],
    ["reset", "/reset-password", { token: "reset-token", confirmPassword: "other" }, undefined, 2],
    ["invitation", "/invitation", wrongAnswer, undefined, 8],
    ["account", "/profile/account", {}, "dana", 4],
    ["profile", "/profile/edit", wrongProfile, "dana", profileFields.length],
  ])("has the order of the page: %s", async (_, path, form, memberId, count) => {
    const html = (await site.send(path, form, memberId)).html;
    const { linked, missing, asOnPage } = summaryOf(html);
    expect(linked).toHaveLength(count);
    expect(missing).toEqual([]);
    expect(linked).toEqual(asOnPage);
  });
});
