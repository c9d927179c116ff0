import { describe, expect, it } from "vitest";
import { someone, type TestAppOptions } from "../../../api/testing/app.ts";
import { accept, connectedOn, dayMs, tokenIn, write } from "../../../api/testing/connected.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linkTo, textsOf } from "../../testing/read-html.ts";

/** Casey's request to Morgan, and others who help with the same topic. */
async function given(
  { names = [], limits }: Pick<TestAppOptions, "limits"> & { readonly names?: string[] } = {},
) {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const now = () => new Date(clock.ms);
  const site = await realSiteForTest({ now, ...limits && { limits } });
  const connected = connectedOn(site.testApp, clock);
  const casey = await connected.person("Casey");
  const [morgan, ...others] = await Promise.all(
    ["Morgan", ...names].map((name) => connected.person(name, "alumni")),
  );
  if (morgan === undefined) throw new Error("There is no mentor");
  const id = await connected.ask(casey, morgan);
  await connected.mailed();
  const path = `/connections/${id}`;
  const show = async (at = path, by = casey) => {
    await site.testApp.follow();
    return (await site.readAnew(at, by.session())).html.replaceAll("<!-- -->", "")
      .replaceAll("&#x27;", "'");
  };
  return {
    ...site,
    ...connected,
    casey,
    morgan,
    others,
    id,
    path,
    show,
    async later(days: number) {
      clock.ms += days * dayMs;
      for (const [who, name] of [[casey, "Casey"], [morgan, "Morgan"]] as const) {
        await who.post("/api/login", { username: `login-${name}`, password: someone.password });
      }
    },
    press: (memberId: string, at = path) =>
      site.send(at, { action: "ask-instead", memberId }, casey.session()),
  };
}

const title = "No answer yet? Ask someone else";

describe("the page of a request", () => {
  it("offers others only to the asker, after seven days without an answer", async () => {
    const { show, later, morgan, path } = await given({ names: ["Ada", "Bo"] });
    await later(6);
    expect(await show()).not.toContain(title);
    expect(await show("/connections")).not.toContain("Ask someone else");
    await later(1);
    const html = await show();
    expect(textsOf(html, "h2")).toContain(title);
    expect(html).toContain("your request to Morgan LastMorgan is withdrawn");
    for (const name of ["Ada", "Bo"]) {
      expect(textsOf(html, "h3")).toContain(`${name} Last${name}`);
      expect(html).toContain(`>Ask ${name} instead</button>`);
    }
    expect(html).toContain("Alumni · Armor");
    for (const list of ["/connections", "/"]) {
      expect(await show(list)).toContain(`href="${path}#others"`);
    }
    for (const at of [path, "/connections", "/"]) {
      expect(await show(at, morgan)).not.toMatch(/Ask someone else|#others/);
    }
  });

  it("asks one of them with one press, and doesn't repeat it with a second", async () => {
    const { show, later, others: [ada], path, press, state, id } = await given({ names: ["Ada"] });
    await later(7);
    const sent = await press(ada?.memberId ?? "");
    expect(sent.status).toBe(303);
    const at = sent.location ?? "";
    expect(at).toMatch(/^\/connections\/[0-9a-f-]{36}#latest$/);
    expect(at).not.toContain(path);
    const toast = sent.cookies;
    expect(toast).toContain("Request sent to Ada LastAda");
    expect(toast).toContain("Your request to Morgan LastMorgan is withdrawn.");
    expect(await state(id)).toBe("withdrawn");
    expect(await show(at.replace("#latest", ""))).toContain("May I ask about flight school?");
    expect((await press(ada?.memberId ?? "")).headers.get("Location")).toBe(at);
    expect((await show("/connections")).match(/LastAda/g)).toHaveLength(1);
  });

  it("shows an answer that the mentor has just given", async () => {
    const { later, act, morgan, others: [ada], press, id } = await given({ names: ["Ada"] });
    await later(7);
    await act(morgan, id, { ...accept, note: "Gladly" });
    const { status, html } = await press(ada?.memberId ?? "");
    expect(status).toBe(409);
    expectTexts(html, ["No one else was asked", "Morgan has just answered", "Gladly"], [title]);
  });

  it("links to the directory when no one is left", async () => {
    const { show, later } = await given();
    await later(7);
    const html = await show();
    expect(html).toContain("No one else who helps with Networking takes requests now.");
    expect(linkTo(html, "See everyone who helps with Networking"))
      .toBe("/directory?helpTopics=Networking");
  });

  it("can be read without others when the asker has seen too many profiles", async () => {
    const limits = { profilesPerMember: 1, profilesPerStranger: 1 };
    const { show, later } = await given({ names: ["Ada", "Bo"], limits });
    await later(7);
    const html = await show();
    expect(html).toContain("May I ask about flight school?");
    expect(html).toContain(">See everyone who helps with Networking</a>");
    expect(html).not.toMatch(/takes requests now|instead</);
  });

  it("shows no other member by a mailed link, and can't ask anyone", async () => {
    const { later, read, send, act, mailed, casey, morgan, others: [ada], state, id, path } =
      await given({ names: ["Ada"] });
    await act(morgan, id, write("Which branch?"));
    const [question] = await mailed();
    await act(casey, id, write("Aviation"));
    await later(7);
    const link = `/c/${tokenIn(question ?? { text: "" })}`;
    const { html } = await read(link);
    expect(html).toContain(title);
    expect(linkTo(html, /^Sign in to see others who help with this/)).toBe(`${path}#others`);
    expect(html).not.toContain("Ada");
    const [, formToken = ""] = /name="formToken" value="([^"]*)"/.exec(html) ?? [];
    const form = { action: "ask-instead", memberId: ada?.memberId ?? "", formToken };
    expectAnswer(await send(link, form, undefined), 403, "Sign in to ask someone else");
    expect(await state(id)).toBe("requested");
  });
});
