import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { connectedApp } from "../../testing/connected.ts";

/** Cleo, who has asked Mona, Otto (who accepted) and Bea (who had blocked her), and Stan, who is staff. */
async function given() {
  const site = await connectedApp();
  const { app, person, ask, act, block } = site;
  const cleo = await person("Cleo");
  const [mona, otto, bea] = [
    await person("Mona", "alumni"),
    await person("Otto", "alumni"),
    await person("Bea", "alumni"),
  ];
  const stan = await person("Stan", "alumni");
  const cadre = { type: "SelectRole", role: "cadre", confirmedBy: "code" } as const;
  await app.members.execute(stan.memberId, cadre, cause);
  const accepted = await ask(cleo, otto);
  await act(otto, accepted, { type: "Accept", way: "site" });
  await block(bea, cleo);
  const hidden = await ask(cleo, bea);
  const open = await ask(cleo, mona);
  await site.mailed();
  const origin = { requestId: "test", ip: "192.0.2.1" };
  const close = () =>
    app.product.decisions.decide(stan.memberId, cleo.memberId, { type: "CloseAsking" }, origin);
  return { ...site, cleo, mona, otto, bea, stan, open, hidden, accepted, close };
}

describe("stopping a member from asking", () => {
  it("withdraws their open requests, once, keeps accepted ones, and tells them", async () => {
    const { app, clock, stan, cleo, mona, bea, open, accepted, hidden, close, mailed, state } =
      await given();
    await close();
    await close();
    expect([await state(open), await state(hidden), await state(accepted)])
      .toEqual(["withdrawn", "withdrawn", "accepted"]);
    const rows = await app.database.read(
      `SELECT type, actor_id, correlation_id FROM events
       WHERE type IN ('AskingClosed', 'ConnectionWithdrawn') ORDER BY position`,
    );
    expect(rows.map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ["ConnectionWithdrawn", "one of two"],
      ["ConnectionWithdrawn", "one of two"],
      ["AskingClosed", stan.memberId],
    ]);
    expect(new Set(rows.map(({ correlation_id }) => correlation_id)).size).toBe(2);
    const mails = await mailed();
    expect(mails.map(({ to }) => to)).toEqual([cleo.email]);
    expect(mails[0]?.text).toContain("We withdrew your open requests");

    const write = (id: string) => cleo.write(id, "Please answer");
    expect([(await write(open)).status, (await write(accepted)).status]).toEqual([409, 201]);
    const again = { memberId: mona.memberId, topics: [], note: "Hello again" };
    expect((await cleo.ask(again)).status).toBe(403);
    // Mentors aren't reminded of withdrawn requests either.
    for (let day = 1; day <= 15; day++) {
      clock.ms += 24 * 60 * 60 * 1000;
      await app.doDueWork();
      const read = (await mailed()).map(({ to }) => to);
      for (const who of [mona, bea]) expect(read).not.toContain(who.email);
    }
  });

  it("works the same for a decision about a report, and keeps requests to them", async () => {
    const { app, stan, cleo, otto, open, hidden, accepted, state, mailed, person, ask } =
      await given();
    const write = await cleo.write(accepted, "Buy boots");
    const { id: messageId } = await write.json();
    const report = { messageId, reason: "spam" } as const;
    expect((await otto.report(accepted, report)).status).toBe(204);
    const asked = await ask(await person("Kim"), otto);
    const [found] =
      await (await stan.does(async ({ reports }, me) =>
        (await reports.page(me, { page: 1 })).reports
      )).json();
    await mailed();
    const answer = await stan.does(({ reports }, me, origin) =>
      reports.handle(me, found.id, { action: "close" }, origin)
    );
    expect(answer.status).toBe(204);
    expect([await state(open), await state(hidden), await state(asked)])
      .toEqual(["withdrawn", "withdrawn", "requested"]);
    const [mail] = await mailed();
    expect([mail?.to, mail?.text.includes("We withdrew your open requests")])
      .toEqual([cleo.email, true]);
    const together = await app.database.read(
      `SELECT DISTINCT correlation_id FROM events WHERE type IN ('ReportHandled', 'AskingClosed')`,
    );
    expect(together).toHaveLength(1);
  });
});
