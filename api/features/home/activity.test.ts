import { describe, expect, it } from "vitest";
import { mailedTokens } from "../../testing/app-for-test.ts";
import { accept, connectedApp, dayMs, type Person, topics } from "../../testing/connected.ts";

const hourMs = dayMs / 24;

async function connectedProgram() {
  const connected = await connectedApp({ cadreCode: "code" });
  const { app, clock } = connected;
  return {
    ...connected,
    home: app.product.home,
    /** Waits until the numbers are counted again, which happens once an hour. */
    pass: (ms: number) => void (clock.ms += ms),
  };
}

async function program() {
  const connected = await connectedProgram();
  const { person, ask, act, settings } = connected;
  const mentor = await person("Mentor", "alumni");
  await settings(mentor, { capacity: 10 });
  return {
    ...connected,
    mentor,
    cadets: async (names: readonly string[], of: Person = mentor) => {
      const ids: string[] = [];
      for (const name of names) ids.push(await ask(await person(name), of));
      return ids;
    },
    answer: (id: string) => act(mentor, id, accept),
  };
}

describe("the number of cadets who ask about a mentor's topics", () => {
  it("is hidden below five, rounded down to fives, and updated hourly", async () => {
    const { home, cadets, pass } = await program();
    await cadets(["Ann", "Ben", "Cal", "Dee"]);
    expect(await home.askersOf(topics)).toBeNull();
    await cadets(["Eve", "Fay"]);
    pass(hourMs - 60_000);
    expect(await home.askersOf(topics)).toBeNull();
    pass(60_000);
    expect(await home.askersOf(topics)).toBe(5);
    expect(await home.askersOf(["Ranger School"])).toBeNull();
    expect(await home.askersOf(["Ranger School", ...topics])).toBe(5);
  });

  it("counts each cadet once, for 30 days, and no erased ones", async () => {
    const { app, home, cadets, pass, person, ask } = await program();
    const other = await person("Other", "alumni");
    const ann = await person("Ann");
    for (const mentor of [other, await person("Third", "alumni")]) await ask(ann, mentor);
    const eve = await person("Eve");
    await ask(eve, other);
    await cadets(["Ben", "Cal"]);
    await cadets(["Dee"], other);
    expect(await home.askersOf(topics)).toBe(5);
    expect((await eve.delete("/api/account")).status).toBe(204);
    await app.settled();
    pass(hourMs);
    expect(await home.askersOf(topics)).toBeNull();
    await cadets(["Fay"]);
    pass(hourMs);
    expect(await home.askersOf(topics)).toBe(5);
    pass(31 * dayMs);
    expect(await home.askersOf(topics)).toBeNull();
  });
});

describe("the last seven days", () => {
  it("count people who joined, requests and answers", async () => {
    const { home, cadets, answer, pass } = await program();
    pass(8 * dayMs);
    const [first = ""] = await cadets(["Ann", "Ben"]);
    await answer(first);
    expect(await home.week()).toEqual({ joined: 2, asked: 2, answered: 1 });
    pass(7 * dayMs + hourMs);
    expect(await home.week()).toEqual({ joined: 0, asked: 0, answered: 0 });
  });

  it("count invited people when they accept, however old the invitation is", async () => {
    const { app, home, pass } = await connectedProgram();
    const code = { role: "cadre", username: "stan", email: "stan@example.com", cadreCode: "code" };
    const stan = await app.member(code);
    const origin = { ip: "192.0.2.1", requestId: "test" };
    const pat = { firstName: "Pat", lastName: "Reed", email: "pat@example.com" };
    await app.product.inviting.invite(stan.memberId, pat);
    await app.sendMail();
    pass(10 * dayMs);
    expect((await home.week()).joined).toBe(0);
    const [token = ""] = await mailedTokens(app, "invitation");
    const yes = { token, isVisible: false };
    await app.product.invitations.accept(yes, origin);
    pass(hourMs);
    expect((await home.week()).joined).toBe(1);
  });
});
