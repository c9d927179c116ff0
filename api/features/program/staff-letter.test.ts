import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { connectedOn, dayMs } from "../../testing/connected.ts";
import { MailRefused } from "../../mail/mail.ts";
import { TestMail } from "../../testing/test-mail.ts";

/** Two nodes, a staff member, and a clock that begins on a Monday before the letter. */
async function given() {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  const mail = new TestMail();
  const options = {
    mail,
    cadreCode: "code",
    admission: { by: "approved", domains: [] },
    now: () => new Date(clock.ms),
  } as const;
  const app = await appForTest(options);
  const beside = await appForTest({ ...options, beside: app });
  const stan = await app.member({ role: "cadre", cadreCode: "code", email: "stan@example.com" });
  const admit = (memberId: string) =>
    app.members.execute(memberId, { type: "Admit", seen: "waiting" }, cause);
  await admit(stan.memberId);
  const connected = connectedOn(app, clock);
  /** Runs both nodes at a time, and returns the letters sent then. */
  async function at(time: string) {
    clock.ms = Date.parse(time);
    const before = mail.sent.length;
    await Promise.all([app.doDueWork(), beside.doDueWork()]);
    for (const node of [app, beside]) await node.sendMail();
    return mail.sent.slice(before).filter(({ subject }) => subject.startsWith("What's waiting on"));
  }
  return { ...connected, app, stan, mail, clock, admit, at };
}

const monday = "2026-11-16T14:05:00.000Z";

describe("the Monday letter to staff", () => {
  it("isn't due before anyone registers, so the log begins with the first member", async () => {
    const app = await appForTest({ now: () => new Date(monday) });
    await app.doDueWork();
    expect(await app.database.read("SELECT type FROM events")).toEqual([]);
    await app.member();
    await app.doDueWork();
    expect(await app.database.read("SELECT type FROM events")).toEqual([
      { type: "MemberRegistered" },
      { type: "StaffLetterDue" },
    ]);
  });

  it("isn't sent when nothing is waiting, nor later that week", async () => {
    const { app, at } = await given();
    expect(await at(monday)).toEqual([]);
    await app.member({ firstName: "Zebulon", email: "zeb@example.com" });
    expect(await at("2026-11-16T18:00:00.000Z")).toEqual([]);
    expect(await at("2026-11-23T14:05:00.000Z")).toHaveLength(1);
  });

  it("has only counts, each with a link to its people, and is sent once for all nodes", async () => {
    const { app, stan, clock, at, person, admit, ask } = await given();
    const [casey, jordan] = [await person("Casey"), await person("Jordan")];
    const morgan = await person("Morgan", "alumni");
    for (const { memberId } of [casey, jordan, morgan]) await admit(memberId);
    clock.ms += 4 * dayMs;
    await ask(casey, morgan);
    await app.member({ firstName: "Zebulon", email: "zeb@example.com" });
    const [letter, ...more] = await at(monday);
    expect(more).toEqual([]);
    expect(letter?.to).toBe("stan@example.com");
    const text = letter?.text ?? "";
    const links = [...text.matchAll(/^(\d.*):\nhttp:\/\/127\.0\.0\.1:8000(\S+)$/gm)];
    expect(links.map(([, label, path]) => `${label} ${path}`)).toEqual([
      "1 person is waiting for approval /program",
      "1 request has had no answer for over 7 days /program/insights",
      "1 cadet has never asked for help /program/everybody?state=never+asked",
    ]);
    expect(text).not.toMatch(/Zebulon|Casey|Jordan|Morgan|@example\.com/);
    const query = { search: "", state: "never asked", page: 1 } as const;
    const { people } = await app.product.program.roster(stan.memberId, query);
    expect(people.map(({ id }) => id)).toEqual([jordan.memberId]);
    expect(await at("2026-11-16T20:00:00.000Z")).toEqual([]);
    expect(await at("2026-11-23T14:05:00.000Z")).toHaveLength(1);
  });

  it("links to members whose address takes no mail", async () => {
    const { app, stan, mail, at } = await given();
    const zeb = await app.member({ firstName: "Zebulon", email: "zeb@example.com" });
    await app.members.execute(zeb.memberId, { type: "Admit", seen: "waiting" }, cause);
    mail.failure = new MailRefused("EENVELOPE 550");
    await app.product.verification.resend(zeb.memberId);
    await app.sendMail();
    mail.failure = undefined;
    const [letter] = await at(monday);
    expect(letter?.text).toContain(
      "1 email address doesn't take our mail:\nhttp://127.0.0.1:8000/program/everybody?state=no+mail",
    );
    const query = { search: "", state: "no mail", page: 1 } as const;
    const { people } = await app.product.program.roster(stan.memberId, query);
    expect(people.map(({ id }) => id)).toEqual([zeb.memberId]);
  });

  it("goes to the support address if no one on staff wants it", async () => {
    const { app, stan, at } = await given();
    await app.member({ firstName: "Zebulon", email: "zeb@example.com" });
    const command = { type: "ChangeStaffNotices", wants: false } as const;
    await app.members.execute(stan.memberId, command, cause);
    const [letter] = await at(monday);
    expect(letter?.text).toContain("this is the program's support address");
    expect(letter?.to).not.toBe("stan@example.com");
  });

  it("is skipped when the service was away for longer than a day", async () => {
    const { app, clock, at } = await given();
    await app.member({ firstName: "Zebulon", email: "zeb@example.com" });
    expect(await at("2026-11-17T14:05:00.000Z")).toEqual([]);
    clock.ms += dayMs;
    expect(await at("2026-11-23T20:00:00.000Z")).toHaveLength(1);
  });
});
