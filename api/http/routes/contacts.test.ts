import { describe, expect, it } from "vitest";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import { isThere } from "../../../events/testing/file-text.ts";
import { cause } from "../../../events/testing/system.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "../../testing/app-for-test.ts";
import { type Browser, someone, someProfile, type TestApp } from "../../testing/app.ts";
import { accept, confirmAddress, connectedApp, dayMs, end } from "../../testing/connected.ts";

const values = {
  primaryEmail: "first@example.com",
  secondaryEmail: "second@example.org",
  phoneNumber: "(555) 0100-123",
  linkedinUrl: "https://www.linkedin.com/in/dana-whitfield",
  calendarUrl: "https://calendar.example.com/dana",
} as const;
const profile = { ...someProfile, ...values };
const notShown = withMessage(403, "You can't see this contact");
const nobody = "00000000-0000-4000-8000-000000000000";
const tooMany =
  "You've seen the contacts of 2 people today. You can see more tomorrow, or once a mentor whom the " +
  "program knows accepts your request.";

type Member = Browser & { readonly memberId: string };

async function anOwner(app: TestApp): Promise<Member> {
  const owner = await app.member();
  await owner.post("/api/profile", profile);
  return owner;
}

const show = (viewer: Browser, { memberId }: Pick<Member, "memberId">, contact = "primaryEmail") =>
  viewer.post(`/api/profile/${memberId}/contacts/${contact}`);
const seenOf = async (owner: Browser) =>
  (await (await owner.does(({ contacts }, me) => contacts.reveals(me, 1))).json()).reveals;

it("name the contacts that members may request, without values", async () => {
  const app = await appForTest();
  const owner = await anOwner(app);
  await owner.does(({ contacts }, me, origin) =>
    contacts.changeAudiences(me, { phoneNumber: "connections" }, origin)
  );
  const reader = await app.member();
  for (const path of ["/api/profiles", "/api/directory", "/api/directory?search=first"]) {
    const text = await (await reader.get(path)).text();
    for (const value of Object.values(values)) expect(text).not.toContain(value);
  }
  const [listed] = await (await reader.get("/api/profiles")).json();
  expect(listed.contacts)
    .toEqual(["primaryEmail", "secondaryEmail", "linkedinUrl", "calendarUrl"]);
  for (const name of contactOrder) expect(listed).not.toHaveProperty(name);
});

it("a changed contact changes no byte of a list, nor the time that others see", async () => {
  const { clock, person } = await connectedApp();
  const dana = await person("Dana", "alumni");
  const reader = await person("Casey");
  const lists = () =>
    Promise.all(
      ["/api/profiles", "/api/directory?sort=recent", "/api/suggestions?search=da"]
        .map(async (path) => await (await reader.get(path)).text()),
    );
  const before = await lists();
  clock.ms += 60_000;
  await dana.patch("/api/profile", { primaryEmail: "another@example.com" });
  expect(await lists()).toEqual(before);
  await dana.patch("/api/profile", { phoneNumber: "555-0100" });
  expect(await lists()).not.toEqual(before);
});

describe("audiences of contacts, saved with the profile", () => {
  it("are saved together, and the answer has the current choice", async () => {
    const { app, member: owner } = await appWithMember();
    const contactAudiences = { phoneNumber: "nobody" };
    const created = await owner.post("/api/profile", { ...profile, contactAudiences });
    expect(created.status).toBe(201);
    expect((await created.json()).contactAudiences)
      .toMatchObject({ primaryEmail: "members", phoneNumber: "nobody" });
    const viewer = await app.member();
    await confirmAddress(app, viewer.memberId);
    expect((await show(viewer, owner, "phoneNumber")).status).toBe(403);
    await owner.patch("/api/profile", { contactAudiences: { phoneNumber: "members" } });
    expect((await show(viewer, owner, "phoneNumber")).status).toBe(200);
    const wrong = await owner.patch("/api/profile", { contactAudiences: { phoneNumber: "all" } });
    expect(wrong.status).toBe(400);
  });

  it("aren't undone by a form that was opened before", async () => {
    const app = await appForTest();
    const owner = await anOwner(app);
    const { version } = await (await owner.get("/api/profile/me")).json();
    await owner.does(({ contacts }, me, origin) =>
      contacts.changeAudiences(me, { phoneNumber: "nobody" }, origin)
    );
    const change = { contactAudiences: { phoneNumber: "members" }, bio: "New" };
    const answer = await owner.patch("/api/profile", change, {
      headers: { "If-Match": `"${version}"` },
    });
    expect(answer.status).toBe(412);
    expect(
      (await (await owner.does(({ contacts }, me) => contacts.audiences(me))).json()).phoneNumber,
    ).toBe("nobody");
  });
});

describe("POST /api/profile/{userId}/contacts/{contact}", () => {
  it("shows one contact, and reports the viewer to its owner, once a day", async () => {
    const { app, clock, person } = await connectedApp();
    const dana = await person("Dana", "alumni");
    await dana.patch("/api/profile", values);
    const casey = await person("Casey", "alumni");
    for (const contact of contactOrder) {
      expect(await answerOf(await show(casey, dana, contact)))
        .toEqual({ status: 200, body: { value: values[contact] } });
    }
    const events = await app.readModel.position();
    expect((await show(casey, dana)).status).toBe(200);
    expect((await casey.get(`/api/profile/${dana.memberId}`)).status).toBe(200);
    expect(await app.readModel.position()).toBe(events);
    clock.ms += dayMs;
    await show(casey, dana, "phoneNumber");
    const by = expect.objectContaining({ id: casey.memberId, firstName: "Casey" });
    expect(await seenOf(dana)).toEqual([
      { by, isVisible: true, day: "2026-11-03", contacts: ["phoneNumber"] },
      { by, isVisible: true, day: "2026-11-02", contacts: contactOrder },
    ]);
    expect(await seenOf(casey)).toEqual([]);
  });

  it("answers the same for a contact with another audience and a missing one", async () => {
    const { app, member: owner } = await appWithMember();
    await owner.post("/api/profile", { ...profile, calendarUrl: null });
    const audiences = { phoneNumber: "connections", linkedinUrl: "nobody" } as const;
    await owner.does(({ contacts }, me, origin) => contacts.changeAudiences(me, audiences, origin));
    const viewer = await app.member();
    const answers = await Promise.all(
      ["phoneNumber", "linkedinUrl", "calendarUrl"].map(async (contact) => {
        const answer = await show(viewer, owner, contact);
        return [answer.headers.get("Content-Length"), await answerOf(answer)];
      }),
    );
    expect(answers).toEqual(answers.map(() => [answers[0]?.[0], notShown]));
    expect(await seenOf(owner)).toEqual([]);
  });

  it("shows owners their own contacts without storing a view", async () => {
    const app = await appForTest();
    const owner = await anOwner(app);
    await owner.does(({ contacts }, me, origin) =>
      contacts.changeAudiences(me, { primaryEmail: "nobody" }, origin)
    );
    expect(await answerOf(await show(owner, owner)))
      .toEqual({ status: 200, body: { value: values.primaryEmail } });
    expect(await seenOf(owner)).toEqual([]);
  });

  it("finds nothing if the profile or contact doesn't exist, or is hidden", async () => {
    const app = await appForTest();
    const owner = await anOwner(app);
    const viewer = await app.member();
    for (const memberId of [nobody, viewer.memberId, "7", "..%2Fme"]) {
      expect((await show(viewer, { memberId })).status).toBe(404);
    }
    expect((await show(viewer, owner, "bio")).status).toBe(404);
    await owner.patch("/api/profile", { isVisible: false });
    expect((await show(viewer, owner)).status).toBe(403);
    expect((await show(app.browser(), owner)).status).toBe(401);
  });

  it("shows contacts for connections during a conversation", async () => {
    const { person, ask, act, block } = await connectedApp();
    const dana = await person("Dana", "alumni");
    await dana.patch("/api/profile", values);
    await dana.does(({ contacts }, me, origin) =>
      contacts.changeAudiences(me, { phoneNumber: "connections" }, origin)
    );
    const casey = await person("Casey");
    const status = async () => (await show(casey, dana, "phoneNumber")).status;
    const id = await ask(casey, dana);
    expect(await status()).toBe(403);
    await act(dana, id, accept);
    expect(await status()).toBe(200);
    const path = `/api/profile/${dana.memberId}`;
    expect(await (await casey.get(path)).json()).toMatchObject({ phoneNumber: "(555) 0100-123" });
    const stranger = await person("Robin");
    expect(await (await stranger.get(path)).json()).not.toHaveProperty("phoneNumber");
    await act(casey, id, end);
    expect(await status()).toBe(403);
    const again = await ask(casey, dana);
    await act(dana, again, accept);
    expect(await status()).toBe(200);
    await block(dana, casey);
    expect(await status()).toBe(403);
  });
});

it("a contact for connections is hidden from people blocked by its owner, even after a conversation", async () => {
  const { person, ask, act, block, state } = await connectedApp();
  const [dana, robin] = [await person("Dana", "alumni"), await person("Robin", "alumni")];
  await dana.patch("/api/profile", values);
  await dana.does(({ contacts }, me, origin) =>
    contacts.changeAudiences(me, { phoneNumber: "connections" }, origin)
  );
  const id = await ask(dana, robin);
  await act(robin, id, accept);
  expect((await show(robin, dana, "phoneNumber")).status).toBe(200);
  await block(dana, robin);
  expect(await state(id)).toBe("ended");
  expect(await answerOf(await show(robin, dana, "phoneNumber"))).toEqual(notShown);
});

describe("a member", () => {
  it("sees contacts of a limited number of people a day, by any request", async () => {
    const app = await appForTest({ contactsADay: 2 });
    const [one, two, three] = [await anOwner(app), await anOwner(app), await anOwner(app)];
    const viewer = await anOwner(app);
    await confirmAddress(app, viewer.memberId);
    expect((await show(viewer, one)).status).toBe(200);
    expect((await viewer.get(`/api/profile/${two.memberId}`)).status).toBe(200);
    expect((await viewer.get(`/api/profile/${viewer.memberId}`)).status).toBe(200);
    const refused = await show(viewer, three);
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await answerOf(refused)).toEqual(withMessage(429, tooMany));
    const seen = await (await viewer.get(`/api/profile/${three.memberId}`)).json();
    expect(seen).toMatchObject({ contacts: contactOrder, contactsWithheld: tooMany, rank: "CPT" });
    for (const name of contactOrder) expect(seen).not.toHaveProperty(name);
    expect(await seenOf(three)).toEqual([]);
    expect((await show(viewer, one, "phoneNumber")).status).toBe(200);
    expect(await seenOf(two)).toMatchObject([{ contacts: contactOrder }]);
  });
});

it("sees no contacts before confirming an address, and learns what to do", async () => {
  const { app, person } = await connectedApp();
  const dana = await person("Dana", "alumni");
  const casey = await app.member();
  const message = "Confirm your email address to see contacts. Open My Profile to see how.";
  const isTold = async () => {
    expect(await answerOf(await show(casey, dana))).toEqual(withMessage(403, message));
    const seen = await (await casey.get(`/api/profile/${dana.memberId}`)).json();
    expect(seen).toMatchObject({ contactsWithheld: message, rank: "CPT" });
    expect(seen).not.toHaveProperty("primaryEmail");
  };
  await isTold();
  expect(await seenOf(dana)).toEqual([]);
  await confirmAddress(app, casey.memberId);
  expect((await show(casey, dana)).status).toBe(200);
});

/** Makes someone staff, as the link to the first staff account does. */
async function knownToProgram(app: TestApp, { memberId }: Pick<Member, "memberId">) {
  await app.members.execute(memberId, { type: "GrantCadre", isByLink: true }, cause);
  await app.updateIndex();
}

describe("a stranger", () => {
  const limits = { contactsPerStranger: 2, profilesPerStranger: 2 };
  type Site = Awaited<ReturnType<typeof connectedApp>>;
  const threeMentors = async (person: Site["person"]) =>
    [
      await person("One", "alumni"),
      await person("Two", "alumni"),
      await person("Three", "alumni"),
    ] as const;

  it("sees contacts of fewer people a day, until a mentor known to the program accepts", async () => {
    const { app, person, ask, act } = await connectedApp({ limits });
    const [one, two, three] = await threeMentors(person);
    const casey = await person("Casey");
    for (const owner of [one, two, one]) expect((await show(casey, owner)).status).toBe(200);
    expect(await answerOf(await show(casey, three)))
      .toEqual(withMessage(429, tooMany));
    await act(one, await ask(casey, one), accept);
    expect((await show(casey, three)).status).toBe(429);
    await knownToProgram(app, one);
    expect((await show(casey, three)).status).toBe(200);
  });

  it("reads fewer profiles in lists, until a mentor known to the program accepts", async () => {
    const { app, person, ask, act } = await connectedApp({ limits });
    const dana = await person("Dana", "alumni");
    for (const name of ["One", "Two", "Three"]) await person(name, "alumni");
    const casey = await person("Casey");
    const paths = ["/api/profiles", "/api/directory", "/api/suggestions?search=last"];
    const statuses = () => Promise.all(paths.map(async (path) => (await casey.get(path)).status));
    expect((await (await casey.get("/api/profiles?limit=2")).json()).length).toBe(2);
    expect(await statuses()).toEqual([429, 429, 429]);
    await act(dana, await ask(casey, dana), accept);
    expect(await statuses()).toEqual([429, 429, 429]);
    await knownToProgram(app, dana);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it("doesn't include members with a confirmed address of a domain that the program has now", async () => {
    const admission = { by: "open", domains: ["example.com"] } as const;
    const { person } = await connectedApp({ limits, admission });
    const owners = await threeMentors(person);
    const casey = await person("Casey");
    for (const owner of owners) expect((await show(casey, owner)).status).toBe(200);
  });
});

describe("strangers at one network address", () => {
  const limits = { contactsPerNetwork: 2, contactsPerNetworkADay: 3 };

  it("share hourly and daily limits on all nodes, unlike other members there", async () => {
    const { app, clock, person } = await connectedApp({ limits });
    const other = await appForTest({ beside: app, limits, now: () => new Date(clock.ms) });
    const [one, two] = [await person("One", "alumni"), await person("Two", "alumni")];
    const [three, four] = [await person("Three", "alumni"), await person("Four", "alumni")];
    const [casey, robin] = [await person("Casey"), await person("Robin")];
    const elsewhere = other.browser();
    const login = { username: "login-Robin", password: someone.password };
    expect((await elsewhere.post("/api/login", login)).status).toBe(200);
    const ipv6 = { ip: "2001:db8:1:2ab::1" };
    const at = (viewer: Browser, owner: Member, ask = ipv6) =>
      viewer.post(`/api/profile/${owner.memberId}/contacts/primaryEmail`, undefined, ask);
    expect((await at(casey, one)).status).toBe(200);
    expect((await at(elsewhere, one, { ip: "2001:db8:1:2ff::2" })).status).toBe(200);
    const refused = await at(casey, two);
    expect(refused.headers.get("Retry-After")).toBe(String(61 * 60));
    expect(await answerOf(refused)).toEqual(
      withMessage(
        429,
        "People on your network have viewed too many contacts. Try again in 61 minutes.",
      ),
    );
    const page = await casey.get(`/api/profile/${two.memberId}`, ipv6);
    expect(await page.json()).toMatchObject({ contactsWithheld: expect.stringMatching(/network/) });
    expect(await seenOf(two)).toEqual([]);
    // People seen today don't count again, and another network has its own limit.
    expect((await at(robin, one)).status).toBe(200);
    expect((await at(casey, two, { ip: "2001:db8:1:300::1" })).status).toBe(200);
    clock.ms += 61 * 60_000;
    expect((await at(casey, three)).status).toBe(200);
    expect((await at(casey, four)).status).toBe(429);
    clock.ms += 61 * 60_000;
    expect((await at(casey, four)).status).toBe(429);
    await app.members.execute(casey.memberId, { type: "GrantCadre", isByLink: true }, cause);
    await app.follow();
    expect((await at(casey, four)).status).toBe(200);
  });
});

describe("audiences of contacts", () => {
  it("list who sees each contact, and change those that are named", async () => {
    const app = await appForTest();
    const owner = await anOwner(app);
    const all = Object.fromEntries(contactOrder.map((name) => [name, "members"]));
    expect(await answerOf(await owner.does(({ contacts }, me) => contacts.audiences(me))))
      .toEqual({ status: 200, body: all });
    const change = { phoneNumber: "nobody" } as const;
    expect(
      await answerOf(
        await owner.does(({ contacts }, me, origin) =>
          contacts.changeAudiences(me, change, origin)
        ),
      ),
    )
      .toEqual({ status: 200, body: { ...all, ...change } });
    const events = await app.readModel.position();
    expect(
      (await owner.does(({ contacts }, me, origin) => contacts.changeAudiences(me, change, origin)))
        .status,
    ).toBe(200);
    expect(await app.readModel.position()).toBe(events);
  });
});

describe("the list of viewers", () => {
  it("names viewers, including hidden ones, and lists members who left without a name", async () => {
    const { person } = await connectedApp();
    const dana = await person("Dana", "alumni");
    const [casey, robin] = [await person("Casey"), await person("Robin", "alumni")];
    await show(robin, dana);
    await show(casey, dana);
    expect(await seenOf(dana)).toMatchObject([
      { by: { firstName: "Casey" }, isVisible: false },
      { by: { firstName: "Robin" }, isVisible: true },
    ]);
    await robin.patch("/api/profile", { isVisible: false });
    expect(await seenOf(dana)).toMatchObject([
      { by: { firstName: "Casey" } },
      { by: { firstName: "Robin", profileImageUrl: null }, isVisible: false },
    ]);
    expect((await casey.delete("/api/account")).status).toBe(204);
    expect(await seenOf(dana)).toEqual([
      { by: null, isVisible: false, day: "2026-11-02", contacts: ["primaryEmail"] },
      expect.objectContaining({ by: expect.objectContaining({ firstName: "Robin" }) }),
    ]);
  });

  it("covers a year, after which no trace of viewers remains", async () => {
    const { app, clock, person } = await connectedApp();
    const [dana, casey] = [await person("Dana", "alumni"), await person("Casey")];
    await show(casey, dana);
    const sealed = () =>
      app.database.read(
        `SELECT 1 FROM personal JOIN events USING (position)
         WHERE type = 'ContactRevealed' AND ${isThere}`,
      );
    await app.doDueWork();
    expect(await sealed()).toHaveLength(1);
    clock.ms += 366 * dayMs;
    await app.doDueWork();
    expect(await sealed()).toEqual([]);
    expect(await app.database.read("SELECT * FROM reveals")).toEqual([]);
  });

  it("has 50 viewers on a page", async () => {
    const { app, clock, person } = await connectedApp();
    const dana = await person("Dana", "alumni");
    const robin = await person("Robin", "alumni");
    for (let day = 0; day < 51; day++) {
      const reveal = { ownerId: dana.memberId, contacts: ["primaryEmail"] } as const;
      await app.reveals.save(robin.memberId, reveal, cause, { perDay: 60, isKnown: true });
      clock.ms += dayMs;
    }
    const login = { username: "login-Dana", password: someone.password };
    expect((await dana.post("/api/login", login)).status).toBe(200);
    const pages = await Promise.all(
      [1, 2].map((page) => app.product.contacts.reveals(dana.memberId, page)),
    );
    expect(pages.map(({ page, hasMore, reveals }) => [page, hasMore, reveals.length]))
      .toEqual([[1, true, 50], [2, false, 1]]);
  });
});
