import { describe, expect, it } from "vitest";
import { cause } from "../../events/testing/system.ts";
import { connectedApp, type Person } from "../testing/connected.ts";

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
  const cadre = { type: "SelectRole", role: "cadre", confirmedBy: "operator" } as const;
  await app.members.execute(stan.memberId, cadre, cause);
  await app.readModel.catchUp();
  const accepted = await ask(cleo, otto);
  await act(otto, accepted, { type: "Accept", way: "site" });
  await block(bea, cleo);
  const hidden = await ask(cleo, bea);
  const open = await ask(cleo, mona);
  await site.mailed();
  const origin = { requestId: "test", ip: "192.0.2.1" };
  const close = () =>
    app.product.program.decide(stan.memberId, cleo.memberId, { is: "close-asking" }, origin);
  return { ...site, cleo, mona, otto, bea, stan, open, hidden, accepted, close, origin };
}

describe("stopping a member from asking", () => {
  it("withdraws their open requests, and nothing that was accepted", async () => {
    const { app, stan, open, hidden, accepted, close, state } = await given();
    await close();
    expect([await state(open), await state(hidden), await state(accepted)])
      .toEqual(["withdrawn", "withdrawn", "accepted"]);
    const rows = await app.databases.events.read(
      `SELECT type, actor_id, correlation_id FROM events
       WHERE type IN ('AskingClosed', 'ConnectionWithdrawn') ORDER BY position`,
    );
    expect(rows.map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ["ConnectionWithdrawn", expect.stringMatching(/^private-/)],
      ["ConnectionWithdrawn", expect.stringMatching(/^private-/)],
      ["AskingClosed", stan.memberId],
    ]);
    expect(new Set(rows.map(({ correlation_id }) => correlation_id)).size).toBe(3);
  });

  it("lets them write nothing more in those, nor ask anyone", async () => {
    const { cleo, mona, open, accepted, close, mailed } = await given();
    await close();
    const write = (id: string) =>
      cleo.post(`/api/connections/${id}/messages`, { text: "Please answer" });
    expect((await write(open)).status).toBe(409);
    expect((await write(accepted)).status).toBe(201);
    const again = { memberId: mona.memberId, topics: [], note: "Hello again" };
    expect((await cleo.post("/api/connections", again)).status).toBe(403);
    expect((await mailed()).map(({ to }) => to)).not.toContain(mona.email);
  });

  it("drops the mails about those that wait, also reminders", async () => {
    const { clock, mona, bea, otto, close, mailed, app } = await given();
    await close();
    const read: string[] = [];
    for (let day = 1; day <= 15; day++) {
      clock.ms += 24 * 60 * 60 * 1000;
      await app.passTime();
      read.push(...(await mailed()).map(({ to }) => to));
    }
    for (const who of [mona, bea, otto]) expect(read).not.toContain(who.email);
  });

  it("tells the person what happened to their requests", async () => {
    const { cleo, close, mailed } = await given();
    await close();
    const mails = await mailed();
    expect(mails.map(({ to }) => to)).toEqual([cleo.email]);
    expect(mails[0]?.text).toContain("We withdrew your open requests");
  });

  it("works the same for a decision about a report", async () => {
    const { app, stan, cleo, otto, open, hidden, accepted, state, mailed } = await given();
    const write = await cleo.post(`/api/connections/${accepted}/messages`, { text: "Buy boots" });
    const { id: messageId } = await write.json();
    const report = { messageId, reason: "spam" };
    expect((await otto.post(`/api/connections/${accepted}/report`, report)).status).toBe(204);
    const [found] = await (await stan.get("/api/program/reports")).json().then((body) =>
      Array.isArray(body) ? body : body.reports
    );
    await mailed();
    const answer = await stan.post(`/api/program/reports/${found.id}`, { action: "close" });
    expect(answer.status).toBe(204);
    expect([await state(open), await state(hidden)]).toEqual(["withdrawn", "withdrawn"]);
    const [mail] = await mailed();
    expect([mail?.to, mail?.text.includes("We withdrew your open requests")])
      .toEqual([cleo.email, true]);
    const together = await app.databases.events.read(
      `SELECT DISTINCT correlation_id FROM events WHERE type IN ('ReportHandled', 'AskingClosed')`,
    );
    expect(together).toHaveLength(1);
  });

  it("withdraws nothing twice", async () => {
    const { app, close } = await given();
    await close();
    await close();
    const [row] = await app.databases.events.read(
      "SELECT count(*) AS count FROM events WHERE type = 'ConnectionWithdrawn'",
    );
    expect(row?.count).toBe(2);
  });

  it("does not change what others asked them", async () => {
    const { app, mona, stan, ask, state, origin, person } = await given();
    const kim = await person("Kim");
    const asked = await ask(kim as Person, mona);
    await app.product.program.decide(stan.memberId, mona.memberId, { is: "close-asking" }, origin);
    expect(await state(asked)).toBe("requested");
  });
});
