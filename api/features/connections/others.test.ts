import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { someone, someProfile } from "../../testing/app.ts";
import {
  accept,
  connectedApp,
  dayMs,
  decline,
  note,
  type Person,
} from "../../testing/connected.ts";

const twoTopics = ["Networking", "Interview Prep"];
const origin = { requestId: "test", ip: "192.0.2.1" };

/** An app with Casey, Morgan and other alumni who help with Networking. */
async function given(...names: readonly string[]) {
  const connected = await connectedApp({
    limits: { messagesPerMember: 1e6, changesPerMember: 1e6 },
  });
  const { app, clock, ask, mailed } = connected;
  const { connections } = app.product;
  const people = new Map<string, Person>();
  async function person(name: string, role?: "alumni") {
    const someone = await connected.person(name, role);
    people.set(name, someone);
    return someone;
  }
  const casey = await person("Casey");
  for (const name of ["Morgan", ...names]) await person(name, "alumni");
  const who = (name: string) => people.get(name) as Person;
  /** Days pass, after which everyone signs in again. */
  async function later(days: number) {
    clock.ms += days * dayMs;
    for (const [name, each] of people) {
      await each.post("/api/login", { username: `login-${name}`, password: someone.password });
    }
  }
  async function others(id: string, asker = casey) {
    await app.follow();
    return await connections.others(asker.memberId, id, origin);
  }
  return {
    ...connected,
    casey,
    person,
    who,
    others,
    later,
    /** A request to Morgan that is not answered for seven days. */
    async silent(asker = casey) {
      const id = await ask(asker, who("Morgan"));
      await mailed();
      await later(7);
      return id;
    },
    /** First names on the page, in its order. */
    names: async (id: string, asker = casey) =>
      (await others(id, asker)).others.map(({ profile }) => profile.user.firstName),
    press: (id: string, name: string, by = casey) =>
      by.does(
        ({ connections }, me, origin) =>
          connections.askInstead(me, id, { memberId: who(name).memberId }, origin),
        201,
      ),
    async change(name: string, fields: object) {
      const answer = await who(name).patch("/api/profile", fields);
      if (answer.status !== 200) throw new Error(await answer.text());
    },
  };
}

describe("others who are offered", () => {
  it("are three who help with the same, as the directory shows them", async () => {
    const { casey, silent, names, change } = await given("Ada", "Bo", "Cy", "Di", "Ed");
    await change("Di", { helpTopics: ["Interview Prep"] });
    const id = await silent();
    const first = await names(id);
    expect(first).toHaveLength(3);
    expect(["Ada", "Bo", "Cy", "Ed"]).toEqual(expect.arrayContaining(first));
    const answer = await casey.does(({ connections }, me, origin) =>
      connections.others(me, id, origin)
    );
    const { others, refusal } = await answer.json();
    expect([answer.status, refusal]).toEqual([200, null]);
    expect(others[0].topics).toEqual(["Networking"]);
    expect(JSON.stringify(others)).not.toContain("example.com");
  });

  it("begin with those who share most topics, and are asked about what they share", async () => {
    const { casey, who, others, later, change, press } = await given("Ada", "Bo", "Di");
    for (const name of ["Morgan", "Di"]) await change(name, { helpTopics: twoTopics });
    const input = { memberId: who("Morgan").memberId, topics: twoTopics, note };
    const { id } = await (await casey.ask(input)).json();
    await later(7);
    const offered = (await others(id)).others;
    expect(offered.map(({ topics }) => topics.length)).toEqual([2, 1, 1]);
    expect(offered[0]?.profile.user.firstName).toBe("Di");
    const made = await (await press(id, "Ada")).json();
    expect(made).toMatchObject({ state: "requested", topics: ["Networking"] });
    expect(made.messages.map(({ text }: { text: string }) => text)).toEqual([note]);
  });

  it("stay the same for one request, and are in another order for others", async () => {
    const { person, silent, names, change } = await given("Ada", "Bo", "Cy", "Di", "Ed");
    const firsts: (string | undefined)[] = [];
    for (const name of ["Kim", "Lou", "Max", "Nat", "Oli", "Pat", "Ray", "Sam"]) {
      const asker = await person(name);
      const id = await silent(asker);
      const offered = await names(id, asker);
      firsts.push(offered[0]);
      // The directory now lists Ed first.
      await change("Ed", { bio: `Changed for ${name}` });
      expect(await names(id, asker)).toEqual(offered);
    }
    // All eight alike would be a chance of one in 78,125.
    expect(new Set(firsts).size).toBeGreaterThan(1);
  });

  it("are those whom the asker can see and may ask now", async () => {
    const { app, casey, who, ask, act, block, settings, silent, names, press, change } =
      await given(
        ...["Ada", "Hidden", "Unshared", "Suspended", "Paused", "Closed", "Full"],
        ...["Blocked", "Declined", "Open"],
      );
    await change("Hidden", { isVisible: false });
    await change("Unshared", { sharedFields: { helpTopics: false } });
    await settings(who("Paused"), { pausedUntil: "2027-06" });
    await settings(who("Closed"), { takesRequests: false });
    await settings(who("Full"), { capacity: 1 });
    await act(who("Full"), await ask(who("Ada"), who("Full")), accept);
    await block(casey, who("Blocked"));
    await act(who("Declined"), await ask(casey, who("Declined")), decline);
    const id = await silent();
    await ask(casey, who("Open"));
    const suspend = { type: "Suspend" } as const;
    await app.members.execute(who("Suspended").memberId, suspend, cause);
    expect((await names(id)).toSorted()).toEqual(["Ada"]);
    // Every other one is refused by a call, too.
    const others = [
      "Hidden",
      "Unshared",
      "Suspended",
      "Paused",
      "Closed",
      "Full",
      "Blocked",
      "Open",
    ];
    for (const name of others) expect([name, (await press(id, name)).ok]).toEqual([name, false]);
    expect((await press(id, "Ada")).status).toBe(201);
  });

  it("include those who block the asker, byte for byte", async () => {
    const { casey, who, block, silent, others } = await given("Ada", "Bo", "Cy");
    const id = await silent();
    const before = JSON.stringify(await others(id));
    await block(who("Ada"), casey);
    await block(who("Bo"), casey);
    expect(JSON.stringify(await others(id))).toBe(before);
  });

  it("leave out someone whose own request a block of the asker hides", async () => {
    const { app, casey, who, ask, block, settings, silent, names } = await given("Ada", "Bo");
    const unblock = () =>
      app.product.connections.unblock(casey.memberId, who("Ada").memberId, origin);
    const profile = { ...someProfile, primaryEmail: casey.email, helpTopics: ["Networking"] };
    expect((await casey.post("/api/profile", profile)).status).toBe(201);
    await settings(casey, { takesRequests: true });
    const id = await silent();
    await block(casey, who("Ada"));
    await unblock();
    expect((await names(id)).toSorted()).toEqual(["Ada", "Bo"]);
    await block(casey, who("Ada"));
    await ask(who("Ada"), casey);
    await unblock();
    expect(await names(id)).toEqual(["Bo"]);
  });

  it("are not looked up when the asker can't ask anyone, who reads why", async () => {
    const { casey, who, ask, act, others, silent } = await given("Ada");
    const id = await silent();
    for (let asked = 0; asked < 10; asked++) {
      expect((await others(id)).others).toHaveLength(1);
      await act(casey, await ask(casey, who("Ada")), { type: "Withdraw" });
    }
    expect(await others(id)).toEqual({
      others: [],
      refusal: "You can ask 10 people a week. Try again in a few days.",
    });
  });

  it("exist for the asker alone, and only after seven silent days", async () => {
    const { casey, who, ask, act, later } = await given("Ada");
    const id = await ask(casey, who("Morgan"));
    const statuses = async () => {
      const answers = [casey, who("Morgan"), who("Ada")].map((by) =>
        by.does(({ connections }, me, origin) => connections.others(me, id, origin))
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([409, 404, 404]);
    await later(7);
    expect(await statuses()).toEqual([200, 404, 404]);
    const seen = async (by: Person) => (await (await by.conversation(id)).json()).isSilent;
    expect([await seen(casey), await seen(who("Morgan"))]).toEqual([true, false]);
    await act(who("Morgan"), id, accept);
    expect(await statuses()).toEqual([409, 404, 404]);
  });
});

describe("one press", () => {
  it("looks to the first mentor like any withdrawal, and mails only the next one", async () => {
    const { casey, who, ask, act, clock, silent, press, mailed } = await given("Quinn", "Ada");
    const control = await ask(casey, who("Quinn"));
    const id = await silent();
    expect(await mailed()).toEqual([]);
    expect((await press(id, "Ada")).status).toBe(201);
    await act(casey, control, { type: "Withdraw" });
    const letters = await mailed();
    expect(letters.map(({ to }) => to)).toEqual([who("Ada").email]);
    expect(letters[0]?.text).toContain(`> ${note}`);
    const seen = async (name: string, own: string) => {
      const lists = await (await who(name).conversations())
        .text();
      const one = await (await who(name).conversation(own)).text();
      return (lists + one).replaceAll(own, "id").replaceAll(/"id":"[0-9a-f-]{36}"/g, "");
    };
    expect(await seen("Morgan", id)).toBe(await seen("Quinn", control));
    clock.ms += dayMs;
    expect(await mailed()).toEqual([]);
  });
});

describe("the mail after seven silent days", () => {
  it("leads the asker to the page, and names no one who is offered", async () => {
    const { app, casey, clock, silent, mailed } = await given("Ada", "Bo");
    const id = await silent();
    await app.doDueWork();
    const letter = (await mailed()).find(({ to }) => to === casey.email);
    expect(letter?.subject).toBe("About Networking: no answer yet");
    expect(letter?.text).toContain("Morgan LastMorgan hasn't answered your request yet.");
    expect(letter?.text).toContain(`/connections/${id}#others`);
    // It can be forwarded: it opens nothing.
    expect(letter?.text).not.toContain("/c/");
    expect(letter?.text).not.toMatch(/Ada|Bo\b/);
    clock.ms += dayMs;
    await app.doDueWork();
    expect(await mailed()).toEqual([]);
  });

  it("is dropped when someone else was asked before it left", async () => {
    const { app, casey, silent, press, mailed } = await given("Ada");
    const id = await silent();
    expect(await app.connections.recordDue(id, { type: "Remind" })).toBe(true);
    await press(id, "Ada");
    expect((await mailed()).filter(({ to }) => to === casey.email)).toEqual([]);
  });
});
