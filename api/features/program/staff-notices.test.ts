import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { TestMail } from "../../testing/test-mail.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A program that approves members, two staff members, two nodes, and a clock to move. */
async function given() {
  const clock = { ms: Date.parse("2026-11-01T12:00:00Z") };
  const mail = new TestMail();
  const options = {
    cadreCode: "code",
    admission: { by: "approved", domains: [] },
    now: () => new Date(clock.ms),
    mail,
  } as const;
  const app = await appForTest(options);
  const beside = await appForTest({ ...options, beside: app });
  const cadre = { role: "cadre", cadreCode: "code" };
  const stan = await app.member({ ...cadre, email: "stan@example.com" });
  const uma = await app.member({ ...cadre, email: "uma@example.com" });
  for (const { memberId } of [stan, uma]) {
    const command = { type: "Admit", seen: "waiting" } as const;
    await app.members.execute(memberId, command, cause);
  }
  const pass = async () => {
    await Promise.all([app.doDueWork(), beside.doDueWork()]);
    for (const node of [app, beside]) await node.sendMail();
  };
  const noticesTo = (email: string) =>
    mail.sent.filter(({ to, text }) => to === email && text.includes("See what's waiting"));
  const origin = { ip: "192.0.2.1", requestId: "test" };
  const anotherNode = () => appForTest({ ...options, beside: app });
  return { app, stan, clock, pass, noticesTo, origin, anotherNode };
}

describe("staff notices", () => {
  it("tell everyone with staff access how many wait, once for two nodes, without names", async () => {
    const { app, pass, noticesTo } = await given();
    await pass();
    expect(noticesTo("stan@example.com")).toEqual([]);
    await app.member({ firstName: "Zebulon", email: "zeb@example.com" });
    await pass();
    await pass();
    for (const email of ["stan@example.com", "uma@example.com"]) {
      const [notice, ...others] = noticesTo(email);
      expect(others).toEqual([]);
      expect(notice?.subject)
        .toBe("1 person is waiting for approval on TCU Army ROTC Alumni Connect");
      expect(notice?.text).toContain("http://127.0.0.1:8000/program\n");
      expect(notice?.text).toContain("/profile/security");
      expect(notice?.text).not.toMatch(/Zebulon|zeb@/);
    }
  });

  it("are sent once an hour at most, and only when someone new waits", async () => {
    const { app, pass, noticesTo, clock } = await given();
    const count = () => noticesTo("stan@example.com").length;
    await app.member();
    await pass();
    clock.ms += 10 * minuteMs;
    await app.member();
    await pass();
    expect(count()).toBe(1);
    clock.ms += hourMs;
    await pass();
    expect(count()).toBe(2);
    expect(noticesTo("stan@example.com")[1]?.subject).toMatch(/^2 people are waiting/);
    clock.ms += 24 * hourMs;
    await pass();
    expect(count()).toBe(2);
  });

  it("are not sent when everything was handled before", async () => {
    const { app, stan, noticesTo, origin, anotherNode } = await given();
    const { memberId } = await app.member();
    await app.outboxSender.stop();
    await app.doDueWork();
    await app.product.decisions.decide(stan.memberId, memberId, { type: "Admit" }, origin);
    const later = await anotherNode();
    await later.outboxSender.sendDue();
    expect(noticesTo("stan@example.com")).toEqual([]);
  });

  it("aren't sent to staff members who turned them off", async () => {
    const { app, stan, pass, noticesTo, origin } = await given();
    await app.product.decisions.changeNotices(stan.memberId, false, origin);
    await app.member();
    await pass();
    expect(noticesTo("stan@example.com")).toEqual([]);
    expect(noticesTo("uma@example.com")).toHaveLength(1);
    const ada = await app.member();
    await expect(app.product.decisions.changeNotices(ada.memberId, false, origin)).rejects
      .toMatchObject({ status: 404 });
  });
});
