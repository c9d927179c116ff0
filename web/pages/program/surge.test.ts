import { describe, expect, it } from "vitest";
import { passwordGivenLongAgo } from "../../../api/testing/password-given-long-ago.ts";
import { anAlum } from "../../testing/members.ts";
import { registerMembers } from "../../testing/site.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";

const text = "50 people&#x27;s contacts were looked at in an hour by 5 new accounts";

/** Two staff, fifty people with contacts, and five strangers who view all of them. */
async function given() {
  const site = await staffSite();
  const { testApp, person, stan } = site;
  const sam = await site.staff("Sam");
  const alma = await testApp.member({ firstName: "Alma", role: "alumni" });
  const owners = Array.from({ length: 50 }, () => crypto.randomUUID());
  await registerMembers(testApp, owners.map((memberId) => anAlum(memberId)));
  const strangers: (typeof alma)[] = [];
  for (let at = 0; at < 5; at++) strangers.push(await person(`Stranger${at}`, "cadet"));
  const look = (stranger: (typeof strangers)[number], owner: string) =>
    stranger.post(`/api/profile/${owner}/contacts/primaryEmail`);
  for (const [at, owner] of owners.entries()) {
    const answer = await look(strangers[at % 5]!, owner);
    if (answer.status !== 200) throw new Error(await answer.text());
  }
  const mails = async () => {
    await testApp.doDueWork();
    await testApp.sendMail();
    return testApp.mails.filter(({ subject }) => subject.includes("contacts were looked at"));
  };
  const surge = () => testApp.product.program.surge(stan.memberId);
  return { ...site, sam, alma, owners, strangers, look, mails, surge };
}

describe("a surge of contact views", () => {
  it("is shown only to staff, on pages and in one mail a day, and ended with one press and the password", async () => {
    const { testApp, read, send, stan, sam, alma, strangers, owners, look, mails, surge } =
      await given();
    for (const path of ["/", "/program"]) {
      expect(textOf((await read(path, stan.session())).html)).toContain(text);
    }
    const { html } = await read("/program", sam.session());
    expect(html).toContain("Decline 5 accounts?");
    expect(html).toMatch(
      /Stranger3[^]*10 people/,
    );
    for (const other of [alma, strangers[0]!]) {
      expect((await read("/", other.session())).html).not.toContain("new accounts");
      for (
        const answer of [
          await other.does(({ program }, me) => program.surge(me)),
          await other.does(({ decisions }, me, origin) =>
            decisions.refuseSurge(me, { from: 0, to: 1 }, origin)
          ),
        ]
      ) expect(answer.status).toBe(404);
      expect((await read("/program", other.session())).status).toBe(404);
    }
    const sent = await mails();
    expect(sent).toHaveLength(2);
    expect(await mails()).toHaveLength(2);
    expect(sent[0]?.text).toContain(
      "50 people's contacts were looked at in an hour by 5 new accounts.",
    );

    const { from, to } = (await surge())!;
    await passwordGivenLongAgo(testApp);
    const form = { from: String(from), to: String(to) };
    const asked = await send("/program/surge", form, stan.session());
    expect([asked.status, (await surge())?.from]).toEqual([403, from]);
    const done = await send(
      "/program/surge",
      { ...form, confirmedBy: "correct horse" },
      stan.session(),
    );
    expect(done.status).toBe(303);
    expect(await surge()).toBeNull();
    for (const stranger of strangers) {
      expect((await look(stranger, owners[0]!)).status).toBe(403);
      expect((await stranger.get("/api/directory")).status).toBe(403);
      expect((await stranger.get("/api/user")).status).toBe(200);
    }
    expect((await read("/program", stan.session())).html).not.toContain("new accounts");
    expect((await read("/program/history", stan.session())).html).toContain("Stranger4");
  });

  it("is also shown, for a day, if the accounts are deleted right after", async () => {
    const { read, stan, strangers, mails, surge } = await given();
    for (const stranger of strangers.slice(1)) {
      expect((await stranger.delete("/api/account")).status).toBe(204);
    }
    const { html } = await read("/program", stan.session());
    expect(html).toContain(
      "by 1 new account and accounts that were deleted right after",
    );
    expect(html).toContain("Decline 1 account?");
    expect((await strangers[0]!.delete("/api/account")).status).toBe(204);
    const without = (await read("/program", stan.session())).html;
    expect(without).toContain("in an hour by accounts that were deleted right after");
    expect(without).toContain("choose who gets in");
    expect(without).not.toContain("Decline 0");
    expect(await surge()).toMatchObject({ people: 50, accounts: [], byDeleted: 50 });
    expect(await mails()).toHaveLength(2);
  });

  it("refuses each account once, except those that staff accepted or made staff since", async () => {
    const { testApp, stan, sam, strangers, surge } = await given();
    const seen = (await surge())!;
    const [kim, lee] = strangers;
    await testApp.product.decisions.decide(
      sam.memberId,
      kim!.memberId,
      { type: "Refuse", words: null, seen: "in" },
      {
        requestId: "test",
        ip: "192.0.2.1",
        session: { id: "s", proofs: { password: Date.now() } },
      },
    );
    expect((await sam.decide(kim!.memberId, { type: "Admit" })).status).toBe(204);
    const place = { from: seen.from, to: seen.to };
    const answers = await Promise.all(
      [stan, sam].map((staff) =>
        staff.does(({ decisions }, me, origin) => decisions.refuseSurge(me, place, origin))
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [row] = await testApp.database.read(
      "SELECT count(*) AS count, count(DISTINCT stream) AS people FROM events WHERE type = 'MemberRefused'",
    );
    expect(row).toMatchObject({ count: 5, people: 5 });
    expect((await kim!.get("/api/directory")).status).toBe(200);
    expect((await lee!.get("/api/directory")).status).toBe(403);
  });
});
