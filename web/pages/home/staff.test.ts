import { expect, it } from "vitest";
import { staffSite, textOf } from "../../testing/staff-site.ts";
import { accept, confirmAddress, dayMs } from "../../../api/testing/connected.ts";

const origin = { ip: "192.0.2.1", requestId: "test" };

async function home(options: Parameters<typeof staffSite>[0] = {}) {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  const site = await staffSite({ now: () => new Date(clock.ms), ...options });
  return {
    ...site,
    pass: (ms: number) => void (clock.ms += ms),
    text: async () => textOf((await site.read("/", site.stan.session())).html),
  };
}

it("shows counts of waiting tasks, each with a link", async () => {
  const { testApp, stan, text, person, read } = await home({
    admission: { by: "approved", domains: [] },
  });
  await confirmAddress(testApp, stan.memberId);
  expect(await text()).toContain("Set up your directory");
  expect(await text()).not.toContain("Waiting for staff");
  for (const name of ["Pat", "Sam"]) {
    const invited = { firstName: name, lastName: "Reed", email: `${name}@example.com` };
    await testApp.product.inviting.invite(stan.memberId, invited);
    // Invitation mails are sent at one a second.
    await testApp.settled();
  }
  await person("Kim", "alumni");
  await testApp.settled();
  const { html } = await read("/", stan.session());
  expect(textOf(html)).toMatch(/1 person is waiting for approval\s*Newest: Kim/);
  expect(html).toContain('href="/program#waiting-title"');
  expect(textOf(html)).toContain("2 invitations aren&#x27;t answered");
  expect(html).toContain('href="/program/invitations"');
});

it("links to the program's pages, with or without tasks", async () => {
  const { page } = await home();
  expect(await page("/"))
    .toMatch(/href="\/program"[^>]*>Manage program<|<a[^>]*href="\/program">Manage program</);
});

it("hides small counts of the last days", async () => {
  const { testApp, text, person, pass } = await home();
  const mentor = await person("Mentor", "alumni", ["Networking"]);
  const { connections } = testApp.product;
  await connections.changeSettings(mentor.memberId, { capacity: 10 }, origin);
  const input = { memberId: mentor.memberId, topics: ["Networking"], note: "Hello" };
  let first = "";
  for (const name of ["Ann", "Ben", "Cal", "Dee", "Eve"]) {
    const asker = await person(name, "cadet");
    first = (await connections.ask(asker.memberId, input, origin)).id;
  }
  await connections.act(mentor.memberId, first, accept, origin);
  await testApp.settled();
  pass(dayMs / 24);
  expect(await text()).toContain(
    "New members 7 Requests for help 5 Requests answered Fewer than 5",
  );
});
