import { describe, expect, it } from "vitest";
import { ofProgram } from "../../../../events/store/log-tables.ts";
import { someProfile } from "../../../../api/testing/app.ts";
import { confirmAddress } from "../../../../api/testing/connected.ts";
import { staffSite } from "../../../testing/staff-site.ts";
import { expectAnswer, expectTexts } from "../../../testing/expect-answer.ts";
import { textsOf } from "../../../testing/read-html.ts";

const path = "/program/everybody";

async function given() {
  const site = await staffSite();
  const person = (firstName: string, role: string) => site.testApp.member({ firstName, role });
  const ada = await person("Ada", "alumni");
  const casey = await person("Casey", "cadet");
  const post = (about: { readonly memberId: string }, form: Readonly<Record<string, string>>) =>
    site.post(`${path}/${about.memberId}`, form);
  const names = async (query: string) =>
    textsOf(await site.page(path + query), "h3").map((name) => name.replace(" Doe", ""));
  return { ...site, ada, casey, post, names };
}

describe("everyone", () => {
  it("can be found by name, role and state", async () => {
    const { testApp, stan, ada, post, names } = await given();
    expect(await names("")).toEqual(["Ada", "Casey", "Stan"]);
    expect(await names("?search=CAS")).toEqual(["Casey"]);
    expect(await names("?search=doe+a")).toEqual(["Ada"]);
    expect(await names("?role=cadre")).toEqual(["Stan"]);
    expect(await names("?role=none&state=in")).toEqual([]);
    const pat = { email: "pat@example.com", firstName: "Pat", lastName: "Doe" };
    await testApp.product.inviting.invite(stan.memberId, pat);
    expect(await names("?state=invited")).toEqual(["Pat"]);
    await post(ada, { does: "close-asking" });
    expect(await names("?state=asking+closed")).toEqual(["Ada"]);
    await ada.delete("/api/account");
    expect(await names("")).toEqual(["Casey", "Pat", "Stan"]);
  });

  it("are listed by name even with a hidden profile, as their owner and staff are told", async () => {
    const { ada, page, read, names } = await given();
    await ada.post("/api/profile", someProfile);
    await ada.patch("/api/profile", { isVisible: false });
    expect(await names("?search=ada")).toEqual(["Ada"]);
    expect(await page(path)).toContain("You can see everyone who has an account");
    const told = "Staff can see that you have an account";
    for (const own of ["/profile", "/profile/edit"]) {
      expect((await read(own, ada.session())).html).toContain(told);
    }
  });

  it("don't show what someone keeps private", async () => {
    const { ada, page } = await given();
    const work = { company: "Wombat Works", location: "Waco, TX" };
    await ada.post("/api/profile", { ...someProfile, ...work, phoneNumber: "+1 555 010 0100" });
    await ada.patch("/api/profile", { isVisible: false });
    const hidden = ["Wombat", "Waco", "010 0100", "jane@example.com", "member2@example.com"];
    for (const address of [path, `${path}/${ada.memberId}`, "/program/history"]) {
      expectTexts(await page(address), [], hidden);
    }
  });
});

describe("a person", () => {
  it("becomes cadre once their address is confirmed, and can get another role again", async () => {
    const { testApp, ada, page, post } = await given();
    expectAnswer(await post(ada, { does: "grant-cadre" }), 409, "Their email address isn");
    await confirmAddress(testApp, ada.memberId);
    expect((await post(ada, { does: "grant-cadre" })).status).toBe(303);
    expect(await page(`${path}/${ada.memberId}`)).toContain(">Staff</span>");
    expect((await ada.get("/api/user")).status).toBe(200);
    expect((await post(ada, { does: "take-cadre", role: "cadre" })).status).toBe(422);
    expect((await post(ada, { does: "take-cadre", role: "alumni" })).status).toBe(303);
    expect(await page(`${path}/${ada.memberId}`)).not.toContain(">Staff</span>");
  });

  it.each(["their own", "the other's"])(
    "of the last two who take %s role at once, one stays",
    async (whose) => {
      const { testApp, send, stan, ada, post } = await given();
      await confirmAddress(testApp, ada.memberId);
      await post(ada, { does: "grant-cadre" });
      const take = { does: "take-cadre", role: "alumni" };
      const answers = await Promise.all([[stan, ada] as const, [ada, stan] as const].map(
        ([by, other]) => {
          const about = whose === "their own" ? by : other;
          return send(`${path}/${about.memberId}`, take, by.session());
        },
      ));
      expect(answers.map(({ status }) => status).toSorted()).toEqual(
        [303, whose === "their own" ? 409 : 404],
      );
      // Without their own access they can't see the page.
      const next = answers.find(({ status }) => status === 303)?.location;
      expect(next === "/").toBe(whose === "their own");
      expect(await testApp.product.program.isStaff(stan.memberId))
        .not.toBe(await testApp.product.program.isStaff(ada.memberId));
    },
  );
});

describe("history", () => {
  it("names the actor, the action and the person, with an import in one line", async () => {
    const { testApp, stan, ada, casey, page, post } = await given();
    await post(ada, { does: "close-asking" });
    await post(casey, { does: "close-asking" });
    const rows = ["pat@example.com,Pat,Reed", "kim@example.com,Kim,Lee"];
    const csv = ["Email,First name,Last name", ...rows].join("\n");
    const { imports } = testApp.product;
    await imports.open(stan.memberId, new TextEncoder().encode(csv), {});
    await imports.start(stan.memberId);
    await expect.poll(async () => (await imports.read(stan.memberId))?.state).toBe("done");
    await casey.delete("/api/account");
    const lines = (await page("/program/history")).split("<li>").slice(-4, -1)
      .map((line) => line.split("</p>")[0]?.replaceAll(/<[^>]*>/g, "").trim());
    expect(lines).toEqual([
      "Stan Doe invited 2 people",
      "Stan Doe stopped someone whose account was deleted from asking for help",
      "Stan Doe stopped Ada Doe from asking for help",
    ]);
    expectTexts(await page(`${path}/${ada.memberId}`), ["from asking for help"], ["invited 2"]);
  });

  it("reads only a few of many events, by an index", async () => {
    const { testApp } = await given();
    const plan = async (where: string) =>
      (await testApp.database.read(
        `EXPLAIN QUERY PLAN SELECT * FROM events WHERE ${ofProgram} AND ${where}
         ORDER BY position DESC LIMIT 5`,
        [1],
      )).map(({ detail }) => String(detail)).join();
    expect(await plan("position < ?")).toContain("events_of_program");
  });
});
