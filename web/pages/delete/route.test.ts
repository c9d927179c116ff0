import { describe, expect, it } from "vitest";
import { Problem } from "../../../api/contract/problem.ts";
import { aMember, anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { textsOf } from "../../testing/read-html.ts";

const siteWithDana = () => createTestSite({ members: [anAlum()] });

describe("deleting without script", () => {
  it.each([
    ["/profile/delete", "Delete Profile?", "This removes your profile from the directory."],
    ["/profile/delete-account", "Delete Account?", "You can&#x27;t undo this."],
  ])("asks first, at %s", async (path, question, meaning) => {
    const site = await siteWithDana();
    const html = await site.page(path, "dana");
    expect(textsOf(html, "h1")).toEqual([question]);
    expect(html).toContain(meaning);
    expect(html).toMatch(
      new RegExp(`<form[^>]*action="${path}"[^>]*method="post"|method="post"[^>]*action="${path}"`),
    );
    expect((await site.stored("dana"))?.profile).not.toBeNull();
    expect(await site.page("/profile", "dana")).toContain(`href="${path}"`);
  });

  it("warns when no one else is staff", async () => {
    const staff = { role: "cadre", isCadreConfirmed: true, emailVerified: true } as const;
    const [stan, kim] = ["stan", "kim"].map((memberId) => aMember({ memberId, ...staff }));
    const ask = async (members: readonly (typeof stan)[], path = "/profile/delete-account") =>
      await (await createTestSite({ members: members.flatMap((each) => each ?? []) })).page(
        path,
        "stan",
      );
    expect(await ask([stan])).toContain("The directory will have no staff");
    expect(await ask([stan], "/profile/delete")).not.toContain("will have no staff");
    expect(await ask([stan, kim])).not.toContain("will have no staff");
  });

  it("asks again when all other staff have left since", async () => {
    const staff = { role: "cadre", isCadreConfirmed: true, emailVerified: true } as const;
    const site = await createTestSite({
      members: ["stan", "kim"].map((memberId) => aMember({ memberId, ...staff })),
    });
    const path = "/profile/delete-account";
    expect(await site.page(path, "stan")).not.toContain("isWarned");
    await site.leave("kim");
    const again = await site.send(path, {}, "stan");
    const html = again.html;
    expect(again.status).toBe(409);
    expect(await site.stored("stan")).toBeDefined();
    expectTexts(html, ["The directory will have no staff", 'name="isWarned" value="yes"']);
    expect((await site.send(path, { isWarned: "yes" }, "stan")).status).toBe(200);
    expect(await site.stored("stan")).toBeUndefined();
  });

  it("deletes the profile, and leads to the page that creates a new one", async () => {
    const site = await siteWithDana();
    const { status, location, cookies } = await site.send("/profile/delete", {}, "dana");
    expect([status, location]).toEqual([303, "/profile"]);
    expect((await site.stored("dana"))?.profile).toBeNull();
    expect(cookies).toContain("Profile deleted");
  });

  it("deletes the account, signs out, and leads home after a second", async () => {
    const site = await siteWithDana();
    const answer = await site.send("/profile/delete-account", {}, "dana");
    expectAnswer(answer, 200, "Your account has been permanently deleted.", 'content="1;url=/"');
    expectTexts(answer.html, [], ["My Account"]);
    expect(await site.stored("dana")).toBeUndefined();
    expectTexts(answer.cookies, ["session=;"]);
  });

  it("says why it failed", async () => {
    const site = await siteWithDana();
    const away = new Problem(503, "The service is not available");
    site.product.profiles.remove = () => Promise.reject(away);
    const answer = await site.send("/profile/delete", {}, "dana");
    expectAnswer(answer, 503, "Failed to delete profile", "The service is not available");
  });
});
