import { describe, expect, it } from "vitest";
import { cause } from "../../events/testing/system.ts";
import { someProfile } from "../testing/app.ts";
import { contactCard } from "../features/personal-data/contact-card.ts";
import { appForTest } from "../testing/app-for-test.ts";

/** Jane, whose former name is Smithers, and Casey, who searches for her. */
async function given(profile: object = { formerName: "Smithers" }) {
  const app = await appForTest();
  const casey = await app.member({ role: "cadet" });
  const jane = await app.member({ role: "alumni", firstName: "Jane", lastName: "Doe" });
  expect((await jane.post("/api/profile", { ...someProfile, ...profile })).status).toBe(201);
  const seen = async (path: string) => {
    await app.follow();
    return await (await casey.get(path)).text();
  };
  return {
    app,
    jane,
    casey,
    seen,
    /** The number of people that all of these words find. */
    async found(words: string): Promise<number> {
      const answer = await seen(`/api/directory?search=${encodeURIComponent(words)}`);
      const { total, relaxed } = JSON.parse(answer);
      return relaxed === null ? total : 0;
    },
    share: (formerName: boolean) => jane.patch("/api/profile", { sharedFields: { formerName } }),
    stored: async () => (await app.readModel.members.byId(jane.memberId))?.profile,
  };
}

const words = ["smithers", "Jane Smithers", "smithrs", "smith"];

describe("a former name", () => {
  it("is neither shown nor searched until its owner turns it on", async () => {
    const { jane, seen, found, share, stored } = await given();
    const paths = [
      ...["/api/profiles", "/api/directory", `/api/profile/${jane.memberId}`],
      ...words.map((text) => `/api/suggestions?search=${encodeURIComponent(text)}`),
    ];
    expect((await stored())?.sharedFields.formerName).toBe(false);
    for (const path of paths) expect(await seen(path)).not.toMatch(/smithers/i);
    for (const text of words) expect(await found(text)).toBe(0);
    await share(true);
    for (const path of paths.slice(0, 3)) expect(await seen(path)).toContain("Smithers");
    for (const text of words) expect(await found(text)).toBe(1);
    expect(await found("doe smithers")).toBe(1);
    await share(false);
    for (const path of paths) expect(await seen(path)).not.toMatch(/smithers/i);
    for (const text of words) expect(await found(text)).toBe(0);
  });

  it("changes nothing that others see while it is off, not even times or order", async () => {
    const { jane, seen, share } = await given({});
    const before = await seen("/api/directory");
    await jane.patch("/api/profile", { formerName: "Smithers" });
    await jane.patch("/api/profile", { formerName: "Smith" });
    expect(await seen("/api/directory")).toBe(before);
    await share(true);
    expect(await seen("/api/directory")).not.toBe(before);
  });

  it("isn't mentioned in the clear part of any event, so a stolen file doesn't reveal who has one", async () => {
    const { app, jane } = await given({});
    const company = "Moonbeam";
    await jane.patch("/api/profile", { formerName: "Smithers", company });
    await jane.patch("/api/profile", { formerName: null });
    const rows = await app.database.read(
      "SELECT facts FROM events WHERE type = 'ProfileChanged' ORDER BY position",
    );
    const changed = rows.map(({ facts }) => JSON.parse(String(facts)).changed);
    expect(changed).toEqual([["company"], []]);
  });

  it("is counted when taken from a list, whether or not it is shown", async () => {
    const { app, jane, stored } = await given({});
    const { email = "" } = await app.readModel.members.byId(jane.memberId) ?? {};
    await app.members.execute(jane.memberId, {
      type: "OfferDetails",
      fields: { formerName: "Smithers", company: "Moonbeam" },
      cells: [],
      addresses: [email],
    }, cause);
    await jane.patch("/api/profile", { formerName: "Smithers" });
    expect(await stored()).toMatchObject({
      formerName: "Smithers",
      sharedFields: { formerName: false },
    });
    const { offer } = await app.readModel.members.byId(jane.memberId) ?? {};
    expect(offer?.answered).toEqual(["formerName"]);
  });

  it("is in its owner's data and on their contact card", async () => {
    const { app, jane } = await given({ formerName: "Smithers, née O;Hara" });
    const member = await app.readModel.members.byId(jane.memberId);
    expect(member && contactCard(member)).toContain("X-MAIDENNAME:Smithers\\, née O\\;Hara");
    const own = await (await jane.get("/api/profile/me")).json();
    expect(own.formerName).toBe("Smithers, née O;Hara");
  });
});
