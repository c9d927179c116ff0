import { describe, expect, it, vi } from "vitest";
import { DatabaseUnavailable } from "../../../events/store/database-errors.ts";
import { programMailsAYear, yearMs } from "../../../events/members/program-mails.ts";
import { MailUnavailable } from "../../mail/mail.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { connectedOn, dayMs, type Person } from "../../testing/connected.ts";
import { TestMail } from "../../testing/test-mail.ts";

const origin = { ip: "192.0.2.1", requestId: "test" };

/** Two nodes, a cadet and a mentor, and a clock to move. */
async function given({ mentors = ["Morgan"] }: { readonly mentors?: readonly string[] } = {}) {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  const mail = new TestMail();
  const options = { mail, now: () => new Date(clock.ms) } as const;
  const app = await appForTest(options);
  const beside = await appForTest({ ...options, beside: app });
  const connected = connectedOn(app, clock);
  const people: Person[] = [];
  for (const name of mentors) people.push(await connected.person(name, "alumni"));
  const casey = await connected.person("Casey");
  let seen = 0;
  /** Runs both nodes after some days, and returns the mails sent then. */
  async function after(days: number) {
    clock.ms += days * dayMs;
    await Promise.all([app.doDueWork(), beside.doDueWork()]);
    return await letters();
  }
  async function letters() {
    for (const node of [app, beside]) await node.sendMail();
    const sent = mail.sent.slice(seen);
    seen = mail.sent.length;
    return sent.filter(({ subject }) => isOfProgram(subject));
  }
  await letters();
  const sentKinds = async ({ memberId }: Person) =>
    (await app.readModel.members.byId(memberId))?.programMails.sent.map(({ kind }) => kind);
  /** Delays mails until the server is available again. */
  const holdMail = () => void (mail.failure = new MailUnavailable("ESOCKET"));
  async function releaseMail() {
    delete mail.failure;
    clock.ms += 60 * 60 * 1000;
    return await letters();
  }
  const anotherNode = () => appForTest({ ...options, beside: app });
  return {
    ...connected,
    casey,
    people,
    after,
    letters,
    sentKinds,
    holdMail,
    releaseMail,
    anotherNode,
  };
}

const isOfProgram = (subject: string) =>
  /^(Who could you ask|Is your .* still right)/.test(subject);

describe("a cadet who never asked", () => {
  it("is nudged once, on the third day, by one of two nodes, with people to ask", async () => {
    const { casey, after, sentKinds } = await given({
      mentors: ["Morgan", "Riley", "Sam", "Taylor"],
    });
    expect(await after(2.9)).toEqual([]);
    const [letter, ...more] = await after(0.2);
    expect(more).toEqual([]);
    expect(letter?.to).toBe("address-of-casey@example.com");
    const asks = letter?.text.match(/^Ask (Morgan|Riley|Sam|Taylor) Last\w+ about Networking/gm) ??
      [];
    expect(new Set(asks).size).toBe(3);
    const query = /\/connections\/new\?(\S+)/.exec(letter?.text ?? "")?.[1];
    const asked = new URLSearchParams(query);
    expect([asked.get("topic"), asked.get("note")]).toEqual(["Networking", "first"]);
    expect(await sentKinds(casey)).toEqual(["first-question"]);
    for (const days of [1, 30, 400]) {
      expect((await after(days)).map(({ to }) => to)).not.toContain("address-of-casey@example.com");
    }
  });

  it("gets no mail once they asked, even if one is queued", async () => {
    const { casey, people: [morgan], ask, after, holdMail, releaseMail } = await given();
    holdMail();
    await after(3.5);
    if (morgan) await ask(casey, morgan);
    expect(await releaseMail()).toEqual([]);
    expect(await after(1)).toEqual([]);
  });

  it("gets no mail without anyone to ask, and can still be nudged later", async () => {
    const { after, casey, sentKinds } = await given({ mentors: [] });
    expect(await after(3.5)).toEqual([]);
    expect(await sentKinds(casey)).toEqual([]);
  });

  it("gets no names of people who hid or left after it was queued", async () => {
    const { app, casey, people, after, holdMail, releaseMail } = await given({
      mentors: ["Morgan", "Riley"],
    });
    const [morgan, riley] = people as [Person, Person];
    holdMail();
    await after(3.5);
    await app.product.profiles.change(morgan.memberId, { isVisible: false }, origin);
    const [letter] = await releaseMail();
    expect(letter?.text).toContain("Ask Riley LastRiley about Networking");
    expect(letter?.text).not.toContain("Morgan");
    expect(letter?.aboutIds).toEqual([riley.memberId]);
    expect(letter?.memberId).toBe(casey.memberId);
  });

  it("gets no mail that is long overdue because the service was down", async () => {
    const { after, casey, sentKinds } = await given();
    expect(await after(7.1)).toEqual([]);
    expect(await sentKinds(casey)).toEqual([]);
  });

  it("is nudged by the next run after a killed one, also on a node that starts then", async () => {
    const { app, clock, casey, letters, sentKinds, anotherNode } = await given();
    clock.ms += 3.5 * dayMs;
    const carryOut = vi.spyOn(app.members, "carryOut")
      .mockRejectedValueOnce(new DatabaseUnavailable("away"));
    await expect(app.doDueWork()).rejects.toThrow("away");
    carryOut.mockRestore();
    expect(await sentKinds(casey)).toEqual([]);
    const next = await anotherNode();
    await Promise.all([next.doDueWork(), app.doDueWork()]);
    await next.sendMail();
    expect(await letters()).toHaveLength(1);
    expect(await sentKinds(casey)).toEqual(["first-question"]);
  });

  it("gets nothing once erased, and no one else's mail is delayed", async () => {
    const { app, casey, person, after, holdMail, releaseMail } = await given();
    const jordan = await person("Jordan");
    holdMail();
    await after(3.5);
    await app.members.execute(casey.memberId, { type: "Erase", remainingStaffId: null }, {
      actorId: casey.memberId,
      correlationId: "test",
    });
    expect((await releaseMail()).map(({ memberId }) => memberId)).toEqual([jordan.memberId]);
  });
});

describe("the owner of a profile", () => {
  const confirm = ({ text }: { readonly text: string }) =>
    /^Confirm my profile:\n(\S+)$/m.exec(text)?.[1] ?? "";

  it("is asked once a year to check their profile, until they change or confirm it", async () => {
    const { people: [morgan], after, clock, sentKinds } = await given();
    if (!morgan) return;
    expect(await after(364)).toEqual([]);
    const [letter] = await after(2);
    expect(letter?.text).toContain("> Name: Morgan LastMorgan");
    expect(letter?.text).toContain("> Helps with: Networking");
    expect(letter?.text).not.toContain("address-of-morgan@example.com");
    expect(confirm(letter ?? { text: "" })).toMatch(/\/c\/[\w-]+$/);
    expect(await after(300)).toEqual([]);
    expect(await after(65)).toHaveLength(1);
    // The service was down when it fell due again.
    clock.ms += yearMs + 15 * dayMs;
    expect(await after(0)).toEqual([]);
    expect(await sentKinds(morgan)).toHaveLength(2);
  });

  it("isn't asked for a year after confirming, or after a visible change", async () => {
    const { app, people, after, clock } = await given({ mentors: ["Morgan", "Riley", "Sam"] });
    const [morgan, riley, sam] = people as [Person, Person, Person];
    clock.ms += 200 * dayMs;
    await app.product.profiles.confirm(morgan.memberId, origin);
    await app.product.profiles.change(riley.memberId, { company: "Initech" }, origin);
    await app.product.profiles.change(sam.memberId, { primaryEmail: "sam@example.org" }, origin);
    expect((await after(166)).map(({ memberId }) => memberId)).toEqual([sam.memberId]);
    expect((await after(200)).map(({ memberId }) => memberId).toSorted())
      .toEqual([morgan.memberId, riley.memberId].toSorted());
  });

  it("can stop these mails with one click in their mail program", async () => {
    const { app, people: [morgan], after } = await given();
    const [letter] = await after(366);
    const stop = letter?.unsubscribe ?? "";
    expect(letter?.text).toContain(stop);
    expect(stop).toMatch(/\/c\/[\w-]+\/no-program-mails$/);
    await app.product.programMails.change(morgan?.memberId ?? "", false, origin);
    expect(await after(366)).toEqual([]);
  });

  it("isn't asked again after clocks were set ahead and back", async () => {
    const { app, clock, after, letters } = await given();
    expect(await after(366)).toHaveLength(1);
    clock.ms -= 200 * dayMs;
    await app.doDueWork();
    clock.ms += 202 * dayMs;
    await app.doDueWork();
    expect(await letters()).toEqual([]);
  });
});

it("sends a member at most six scheduled mails a year", async () => {
  const { after, people, sentKinds } = await given({ mentors: ["Morgan", "Riley"] });
  for (let month = 0; month < 13; month++) await after(30);
  for (const one of people) {
    expect((await sentKinds(one))?.length).toBeLessThanOrEqual(programMailsAYear);
  }
});
