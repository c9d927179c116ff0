import { expect, it } from "vitest";
import { staffSite, textOf } from "../../testing/staff-site.ts";
import { createVisitor } from "../../testing/visitor.ts";

it(
  "tells only staff, once a day and without names, that codes of many accounts are being guessed",
  async () => {
    const site = await staffSite();
    const { testApp, page, person } = site;
    const alma = await person("Alma", "alumni");
    const names: string[] = [];
    for (let at = 0; at < 8; at++) {
      names.push(`guessed${at}`);
      await testApp.member({ username: names[at]!, email: `guessed${at}@example.com` });
    }
    const guess = async (name: string, tries: number) => {
      const stranger = createVisitor(site);
      await stranger.post("/code", { username: name });
      await testApp.settled();
      for (let turn = 0; turn < tries; turn++) {
        await stranger.post("/code/enter", { code: `0000000${turn}` });
      }
    };
    const mails = async () => {
      await testApp.doDueWork();
      await testApp.sendMail();
      return testApp.mails.filter(({ subject }) => subject.includes("codes were guessed"));
    };
    // One account is guessed twice, one only four times, and one name is unknown.
    for (const name of [...names, names[0]!, "no.one"]) await guess(name, 5);
    await guess("jane", 4);
    expect(textOf(await page("/program"))).not.toContain("codes were guessed");
    expect(await mails()).toEqual([]);

    await guess("another.no.one", 5);
    const text = "10 accounts' sign-in codes were guessed in a day";
    const told = text.replace("'", "&#x27;");
    for (const path of ["/", "/program"]) {
      const html = textOf(await page(path));
      expect(html).toContain(path === "/" ? told.slice(3) : told);
      expect(html).not.toContain("guessed0");
    }
    expect(await page("/", alma)).not.toContain("guessed in a day");
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual(["stan@example.com"]);
    expect(sent[0]?.text).toContain(text);
    expect(sent[0]?.text).not.toContain("guessed0");
    await guess("one.more", 5);
    expect(await mails()).toHaveLength(1);
  },
);
