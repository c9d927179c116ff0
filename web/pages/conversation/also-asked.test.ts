import { describe, expect, it } from "vitest";
import { testOrigin } from "../../../api/testing/app.ts";
import { tablesOf } from "../../../events/store/queries.ts";
import {
  accept,
  connectedOn,
  dayMs,
  type Person,
  tokenIn,
} from "../../../api/testing/connected.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linksOf, linkTo, textsOf } from "../../testing/read-html.ts";
import { textOf } from "../../testing/staff-site.ts";

const helpTopics = ["Networking", "Branch Selection", "PCS Tips"];
const origin = { requestId: "test", ip: "192.0.2.1" };

/** Casey's request to Morgan, and others whom Casey can ask. */
async function given(names: readonly string[]) {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const site = await realSiteForTest({ now: () => new Date(clock.ms) });
  const connected = connectedOn(site.testApp, clock);
  const casey = await connected.person("Casey");
  const people = new Map<string, Person>();
  for (const name of ["Morgan", ...names]) {
    const person = await connected.person(name, "alumni");
    await person.patch("/api/profile", { helpTopics });
    people.set(name, person);
  }
  const who = (name: string) => people.get(name) as Person;
  const { connections } = site.testApp.product;
  const ask = async (name: string, topics: readonly string[], asker = casey) => {
    const { memberId } = who(name);
    const input = { memberId, topics: [...topics], note: "How do I choose?" };
    return (await connections.ask(asker.memberId, input, origin)).id;
  };
  const id = await ask("Morgan", ["Branch Selection"]);
  const path = `/connections/${id}`;
  return {
    ...site,
    ...connected,
    ...{ casey, who, ask, clock, id, path },
    show: async (by = casey, at = path) => (await site.readAnew(at, by.session())).html,
    yes: (of = id, name = "Morgan") => connected.act(who(name), of, accept),
    press: (ids: readonly string[], by = casey, at = path) =>
      site.send(at, { action: "withdraw-others", requestIds: ids.join(" ") }, by.session()),
  };
}

const title = "Still need the others?";

describe("the page of an accepted request", () => {
  it("includes an open question to the program's alumni about the topic", async () => {
    const { ask, show, yes, press, state, casey, testApp } = await given(["Ada"]);
    const ada = await ask("Ada", ["Branch Selection"]);
    const { questions } = testApp.product;
    const asked = (topic: string) =>
      questions.ask(casey.memberId, { topic, text: "How do I choose?" }, origin);
    const question = await asked("Branch Selection");
    await asked("Networking");
    await yes();
    const html = await show();
    expectTexts(textOf(html), [
      "You have 2 other open requests about Branch Selection.",
      "Your question to the program&#x27;s alumni",
      "Withdraw 2 other requests",
    ]);
    await press([ada, question]);
    expect(await state(ada)).toBe("withdrawn");
    expect((await questions.own(casey.memberId)).map(({ topic, state }) => [topic, state]))
      .toEqual([["Networking", "staff"], ["Branch Selection", "withdrawn"]]);
    expect(await show()).not.toContain(title);
  });

  it("lists the asker's other open requests on the topic, and withdraws them with one press", async () => {
    const { ask, show, yes, press, state, who } = await given(["Ada", "Bo", "Cy", "Di"]);
    const ids = [
      await ask("Ada", ["Branch Selection", "Networking"]),
      await ask("Bo", ["Branch Selection"]),
    ];
    const kept = [await ask("Cy", ["PCS Tips"]), await ask("Di", [])];
    expect(await show()).not.toContain(title);
    await yes();
    const html = await show();
    expectTexts(textOf(html), [
      title,
      "You have 2 other open requests about Branch Selection.",
      "Ada LastAda · Waiting for their answer",
      "Bo LastBo",
    ], ["Cy LastCy", "Di LastDi"]);
    expect(textsOf(html, "button")).toContain("Withdraw 2 other requests");
    for (const by of [who("Morgan"), who("Ada")]) expect(await show(by)).not.toContain(title);
    const sent = await press(ids);
    expect(sent.status).toBe(303);
    expect(sent.location).toContain("#latest");
    expectTexts(sent.cookies, ["2 requests withdrawn", "To Ada LastAda and Bo LastBo."]);
    expect(await Promise.all([...ids, ...kept].map(state)))
      .toEqual(["withdrawn", "withdrawn", "requested", "requested"]);
    expect(await show()).not.toContain(title);
  });

  it("withdraws the remaining requests if one was answered before, and says so", async () => {
    const { ask, yes, press, state } = await given(["Ada", "Bo"]);
    const [ada, bo] = [
      await ask("Ada", ["Branch Selection"]),
      await ask("Bo", ["Branch Selection"]),
    ];
    await yes();
    await yes(ada, "Ada");
    const sent = await press([ada, bo]);
    expect(sent.status).toBe(303);
    expectTexts(sent.cookies, [
      "1 request withdrawn",
      "To Bo LastBo.",
      "Ada LastAda had already answered, so that request wasn't withdrawn.",
    ]);
    expect([await state(ada), await state(bo)]).toEqual(["accepted", "withdrawn"]);
    // In another tab, the same page has nothing left to withdraw, and still shows what was done.
    expectTexts((await press([ada, bo])).cookies, ["1 request withdrawn", "To Bo LastBo."]);
  });

  it("withdraws only the asker's own requests that the page listed", async () => {
    const { ask, yes, press, state, person, who } = await given(["Ada", "Bo", "Cy"]);
    const kim = await person("Kim");
    const ada = await ask("Ada", ["Branch Selection"]);
    const about = await ask("Cy", ["PCS Tips"]);
    const kims = await ask("Ada", ["Branch Selection"], kim);
    await yes();
    // This request was made after the page was read.
    const later = await ask("Bo", ["Branch Selection"]);
    const { cookies } = await press([ada, about, kims, "nonsense"]);
    expectTexts(cookies, ["1 request withdrawn", "To Ada LastAda."]);
    expect(await Promise.all([ada, later, about, kims].map(state)))
      .toEqual(["withdrawn", "requested", "requested", "requested"]);
    expectTexts((await press([later], who("Morgan"))).cookies, ["No requests withdrawn"]);
    expectAnswer(await press([later], kim), 404);
    expect(await state(later)).toBe("requested");
  });

  it("withdraws each once when the button is pressed twice at the same time", async () => {
    const { ask, yes, press, state, testApp } = await given(["Ada", "Bo"]);
    const ids = [
      await ask("Ada", ["Branch Selection"]),
      await ask("Bo", ["Branch Selection"]),
    ];
    await yes();
    const answers = await Promise.all([press(ids), press(ids), yes(ids[0], "Ada").catch(() => {})]);
    for (const answer of answers.slice(0, 2)) expect(answer).toMatchObject({ status: 303 });
    expect(await state(ids[1] ?? "")).toBe("withdrawn");
    expect(["withdrawn", "accepted"]).toContain(await state(ids[0] ?? ""));
    const withdrawn = await tablesOf(testApp.database).selectFrom("events").select("position")
      .where("type", "=", "ConnectionWithdrawn").execute();
    expect(withdrawn.length).toBe(await state(ids[0] ?? "") === "withdrawn" ? 2 : 1);
  });

  it("looks the same to the asker whether or not one of the mentors blocks them", async () => {
    const { ask, yes, show, press, block, who, casey, state } = await given(["Ada", "Bo"]);
    const [ada, bo] = [
      await ask("Ada", ["Branch Selection"]),
      await ask("Bo", ["Branch Selection"]),
    ];
    await block(who("Ada"), casey);
    await yes();
    expectTexts(textOf(await show()), ["Ada LastAda · Waiting", "Bo LastBo · Waiting"]);
    const { cookies } = await press([ada, bo]);
    expectTexts(cookies, ["2 requests withdrawn", "To Ada LastAda and Bo LastBo."]);
    expect([await state(ada), await state(bo)]).toEqual(["withdrawn", "withdrawn"]);
  });

  it("continues if one of the mentors has been erased since", async () => {
    const { ask, yes, press, who, testApp } = await given(["Ada", "Bo"]);
    const ids = [
      await ask("Ada", ["Branch Selection"]),
      await ask("Bo", ["Branch Selection"]),
    ];
    await yes();
    expect((await who("Ada").delete("/api/account")).status).toBe(204);
    await testApp.settled();
    const { status, cookies } = await press(ids);
    expect(status).toBe(303);
    expectTexts(cookies, ["1 request withdrawn", "To Bo LastBo."], ["Ada"]);
  });
});

describe("the mail about an accepted request", () => {
  it("gives the number of other open requests, and links to them without showing names", async () => {
    const { ask, yes, mailed, read, send, path, casey, state, clock } = await given(["Ada", "Bo"]);
    const ids = [
      await ask("Ada", ["Branch Selection"]),
      await ask("Bo", ["Branch Selection"]),
    ];
    await mailed();
    await yes();
    clock.ms += dayMs / 24;
    const [letter, ...more] = await mailed();
    expect([letter?.to, more]).toEqual([casey.email, []]);
    expectTexts(letter?.text ?? "", [
      "You have 2 other open requests about Branch Selection.",
      `See 2 other open requests:\n${testOrigin}${path}#also-asked`,
    ], ["LastAda", "LastBo"]);
    const link = `/c/${tokenIn(letter ?? { text: "" })}`;
    const { html } = await read(link);
    expectTexts(html, [title], ["LastAda", "LastBo"]);
    expect(linkTo(html, "Sign in to withdraw 2 other requests")).toBe(`${path}#also-asked`);
    const [, formToken = ""] = /name="formToken" value="([^"]*)"/.exec(html) ?? [];
    const form = { action: "withdraw-others", requestIds: ids.join(" "), formToken };
    expectAnswer(await send(link, form, undefined), 403, "Sign in to withdraw your other requests");
    expect(await state(ids[0] ?? "")).toBe("requested");
    expect(linksOf(html).map(({ text }) => text)).not.toContain("Ada LastAda");
  });

  it("doesn't mention requests about other topics", async () => {
    const { ask, yes, mailed } = await given(["Ada"]);
    await ask("Ada", ["PCS Tips"]);
    await mailed();
    await yes();
    const [letter] = await mailed();
    expect(letter?.text).toContain("said yes");
    expect(letter?.text).not.toContain("other open request");
  });
});
