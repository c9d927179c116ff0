import { expect, it } from "vitest";
import { someProfile } from "../../../api/testing/app.ts";
import { confirmAddress } from "../../../api/testing/connected.ts";
import { realSiteForTest } from "../../testing/real-site.ts";

it("are people who take requests now and offer what was asked for, and nobody whom one is in touch with", async () => {
  const { testApp, read } = await realSiteForTest();
  const helpTopics = ["Ranger School"];
  const alumni = async (firstName: string, profile: object = {}) => {
    const person = await testApp.member({ firstName, role: "alumni" });
    await person.post("/api/profile", { ...someProfile, helpTopics, ...profile });
    return person;
  };
  const asked = await alumni("Asked");
  await alumni("Helpful");
  await alumni("Other", { helpTopics: ["Resume Review"] });
  await alumni("Hidden", { isVisible: false });
  const blocked = await alumni("Blocked");
  const closed = await alumni("Closed");
  await closed.patch("/api/mentoring", { takesRequests: false });
  const cadet = await testApp.member({ role: "cadet" });
  await confirmAddress(testApp, cadet.memberId);
  await cadet.put(`/api/blocks/${blocked.memberId}`);
  const names = async () =>
    [...(await read("/", cadet.session())).html.matchAll(/class="home-link"[^>]*>([^<]+)/g)]
      .map(([, name]) => name);
  expect(await names()).toEqual([]);

  const wish = { memberId: asked.memberId, topics: helpTopics, note: "Hello" };
  expect((await cadet.post("/api/connections", wish)).status).toBe(201);
  expect(await names()).toEqual(["Helpful Doe"]);
  const { html } = await read("/", cadet.session());
  expect(html).toContain("Can help with Ranger School, which you asked for");

  // One for each topic comes before a second one for the same.
  await alumni("Ready");
  await alumni("Sapper", { helpTopics: ["PCS Tips"] });
  const mover = await alumni("Mover", { helpTopics: ["PCS Tips"] });
  const another = { memberId: mover.memberId, topics: ["PCS Tips"], note: "Hello" };
  expect((await cadet.post("/api/connections", another)).status).toBe(201);
  const [first, second, third] = await names();
  expect([first, second]).toContain("Sapper Doe");
  expect([first, second, third].toSorted()).toEqual(["Helpful Doe", "Ready Doe", "Sapper Doe"]);
});
