import { describe, expect, it } from "vitest";
import { dayMs } from "../../../events/day.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import { profileFieldsWith, register } from "../../../events/testing/members.ts";
import { cause } from "../../../events/testing/system.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { TestMail } from "../../testing/test-mail.ts";

const casey = "00000000-0000-4000-8000-00000000ca5e";
const address = "casey@example.edu";
const confirms = {
  type: "ConfirmCommission",
  ...{ classYear: "2027", rank: "2LT", armyBranch: "Armor", component: "Active Duty" },
} as const;

/** Two nodes and a cadet of a class that commissions on May 15, on a clock that begins on April 1. */
async function given({ date = "2027-05-15" as string | null } = {}) {
  const clock = { ms: Date.parse("2027-04-01T12:00:00Z") };
  const mail = new TestMail();
  const options = { mail, now: () => new Date(clock.ms) } as const;
  const app = await appForTest(options);
  const beside = await appForTest({ ...options, beside: app });
  const act = async (command: MemberCommand) => {
    await app.members.execute(casey, command, cause);
    await Promise.all([app.updateIndex(), beside.updateIndex()]);
  };
  const setDate = async (date: string | null) => {
    const command = { type: "SetCommissioningDate", classYear: "2027", date } as const;
    await app.eventStore.settings.execute(command, cause);
    await Promise.all([app.updateIndex(), beside.updateIndex()]);
  };
  await act(register({ username: "casey", email: address, role: "cadet" }));
  await act({ type: "VerifyEmail", email: address });
  const fields = profileFieldsWith({ classYear: "2027", rank: "CDT", armyBranch: "Armor" });
  await act({ type: "CreateProfile", fields });
  if (date !== null) await setDate(date);
  let seen = 0;
  return {
    app,
    act,
    setDate,
    /** Subjects of the mails that both nodes together send them on a day. */
    async on(day: string) {
      clock.ms = Date.parse(day) + dayMs / 2;
      await Promise.all([app.doDueWork(), beside.doDueWork()]);
      for (const node of [app, beside]) await node.sendMail();
      const sent = mail.sent.slice(seen).filter(({ to }) => to === address);
      seen = mail.sent.length;
      return sent.filter(({ subject }) => /commission|may end/.test(subject));
    },
  };
}

const subjects = (mails: readonly { readonly subject: string }[]) =>
  mails.map(({ subject }) => subject.split(" on ")[0]);
const [asks, address_] = ["Confirm your commission", "Your email address"];

describe("a cadet of a class that commissions", () => {
  it("is asked two weeks before and three days after, by one of two nodes", async () => {
    const { on } = await given();
    expect(await on("2027-04-30")).toEqual([]);
    const [first, ...more] = await on("2027-05-01");
    expect([first?.subject.split(" on ")[0], more]).toEqual([asks, []]);
    expect(first?.text).toContain("Your class commissions on May 15, 2027.");
    expect(first?.text).toMatch(/\/c\/[\w-]+\/commissioning/);
    expect(first?.unsubscribe).toMatch(/no-program-mails$/);
    for (const day of ["2027-05-02", "2027-05-15"]) expect(await on(day)).toEqual([]);
    const [again] = await on("2027-05-18");
    expect(again?.text).toContain("Your class commissioned on May 15, 2027.");
    for (const day of ["2027-05-19", "2027-06-14", "2027-08-01"]) expect(await on(day)).toEqual([]);
  });

  it("is asked for a lasting address thirty days after, if they commissioned and have none", async () => {
    const { on, act } = await given();
    await on("2027-05-01");
    await act(confirms);
    expect(await on("2027-05-18")).toEqual([]);
    expect(subjects(await on("2027-06-14"))).toEqual([address_]);
    expect(await on("2027-06-20")).toEqual([]);
  });

  it("isn't asked for a lasting address if they have one", async () => {
    const { on, act } = await given();
    await on("2027-05-01");
    await act(confirms);
    await act({ type: "AskAddress", as: "second", email: "casey@example.com" });
    await act({ type: "ConfirmAddress", email: "casey@example.com" });
    expect(await on("2027-06-14")).toEqual([]);
  });

  it.each<[string, MemberCommand]>([
    ["not this year", { type: "PutOffCommission", isForGood: false }],
    ["not at all", { type: "PutOffCommission", isForGood: true }],
    ["no such mails", { type: "ChangeProgramMails", wants: false }],
  ])("is left alone after saying %s", async (_, command) => {
    const { on, act } = await given();
    await on("2027-05-01");
    await act(command);
    expect(await on("2027-05-18")).toEqual([]);
  });

  it("gets no mail while suspended, or once erased", async () => {
    for (const type of ["Suspend", "Erase"] as const) {
      const { on, act } = await given();
      await act({ type });
      expect(await on("2027-05-01")).toEqual([]);
    }
  });

  it("is asked when staff name the date late, and not twice within a week", async () => {
    const { on, setDate } = await given({ date: null });
    expect(await on("2027-05-16")).toEqual([]);
    await setDate("2027-05-15");
    expect(subjects(await on("2027-05-17"))).toEqual([asks]);
    for (const day of ["2027-05-18", "2027-05-23"]) expect(await on(day)).toEqual([]);
    expect(subjects(await on("2027-05-25"))).toEqual([asks]);
  });

  it("is asked again for a date that moved by months, and not for one that moved by weeks", async () => {
    const { on, setDate } = await given();
    await on("2027-05-01");
    await setDate("2027-05-29");
    expect(await on("2027-05-16")).toEqual([]);
    await setDate("2027-12-11");
    expect(await on("2027-06-03")).toEqual([]);
    expect(subjects(await on("2027-11-28"))).toEqual([asks]);
  });

  it("gets no mail that is long overdue", async () => {
    const { on } = await given();
    expect(await on("2027-07-20")).toEqual([]);
  });

  it("waits a week after staff reminded them", async () => {
    const { on, act } = await given();
    await on("2027-05-01");
    await on("2027-05-16");
    await act({ type: "RemindOfCommission" });
    expect(await on("2027-05-18")).toEqual([]);
    expect(subjects(await on("2027-05-24"))).toEqual([asks]);
  });
});
