/**
 * Simulates thirteen months of a small program, day by day, on the composed product with a moved clock. People ask,
 * answer, commission and leave by a fixed seed. Counts every mail.
 */
import { expect, it } from "vitest";
import { questionMailDays } from "../../events/connections/questions/question.ts";
import { programMailsAYear, yearMs } from "../../events/members/program-mails.ts";
import { profileFieldsWith } from "../../events/testing/members.ts";
import { createRandom } from "../../events/testing/random.ts";
import { cause } from "../../events/testing/system.ts";
import { helpTopics } from "../../events/vocabulary.ts";
import { toProblem } from "../http/problems.ts";
import type { Message } from "../mail/mail.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { connectedOn, dayMs, type Person, tokenIn } from "../testing/connected.ts";
import { TestMail } from "../testing/test-mail.ts";

const origin = { requestId: "test", ip: "192.0.2.1" };
const topics = helpTopics.slice(0, 3);
const startMs = Date.parse("2026-08-31T15:00:00Z");
const days = 395;
const note = "What does a normal week of a lieutenant look like?";

interface Sent extends Message {
  readonly day: number;
}

async function thirteenMonths() {
  const { chance, pick } = createRandom(52);
  const clock = { ms: startMs };
  const mail = new TestMail();
  const app = await appForTest({ mail, now: () => new Date(clock.ms), cadreCode: "code" });
  const { product: { connections, commissioning, mailedLinks, profiles, questions } } = app;
  const { person } = connectedOn(app, clock);
  await app.member({ role: "cadre", cadreCode: "code", email: "stan@example.com" });
  const alumni: Person[] = [];
  for (let number = 0; number < 12; number++) {
    const alum = await person(`Alum${number}`, "alumni");
    const offered = topics.filter(() => chance(0.6));
    await profiles.change(alum.memberId, { helpTopics: offered }, origin);
    alumni.push(alum);
  }
  const cadets: Person[] = [];
  for (let number = 0; number < 8; number++) {
    const cadet = await person(`Cadet${number}`);
    const classYear = number < 4 ? "2027" : "2028";
    const profile = { classYear, rank: "CDT", armyBranch: "Armor", primaryEmail: cadet.email };
    const fields = profileFieldsWith(profile);
    await app.members.execute(cadet.memberId, { type: "CreateProfile", fields }, cause);
    cadets.push(cadet);
  }
  const silent = cadets[7];
  const left = new Set<Person>();
  const confirmed = new Set<Person>();
  const sent: Sent[] = [];

  /** Allows refusals, because a limit may be reached, or another person was first. */
  async function allowRefusal(work: Promise<unknown>): Promise<void> {
    await work.catch((error) => {
      if ((toProblem(error)?.status ?? 500) >= 500) throw error;
    });
  }

  async function askSomeone({ memberId: asker }: Person): Promise<void> {
    const topic = pick(topics);
    const { memberId } = pick(alumni);
    await allowRefusal(
      chance(0.5)
        ? questions.ask(asker, { topic, text: note }, origin)
        : connections.ask(asker, { memberId, topics: [topic], note }, origin),
    );
  }

  async function actOnMail({ memberId }: Person, letter: Message): Promise<void> {
    const question = await mailedLinks.question(tokenIn(letter));
    if (question !== undefined) {
      const reply = { text: "Busy.", way: "link" } as const;
      return await allowRefusal(questions.answer(memberId, question.questionId, reply, origin));
    }
    const link = await mailedLinks.open(tokenIn(letter));
    if (!letter.subject.includes("asks for your help") || link === undefined) return;
    const accept = { type: "Accept", way: "link" } as const;
    await allowRefusal(connections.act(memberId, link.connectionId, accept, origin));
  }

  async function confirmCommission(cadet: Person): Promise<void> {
    const fields = { classYear: "2027", rank: "2LT", armyBranch: "Armor" } as const;
    const command = { type: "ConfirmCommission", ...fields, component: "Active Duty" } as const;
    await commissioning.execute(cadet.memberId, command, origin);
    confirmed.add(cadet);
  }

  async function leaveProgram(who: Person | undefined): Promise<void> {
    if (who === undefined) return;
    const command = { type: "Erase", remainingStaffId: null } as const;
    await app.members.execute(who.memberId, command, { ...cause, actorId: who.memberId });
    await app.removeErased();
    left.add(who);
  }

  for (let day = 0; day < days; day++) {
    clock.ms = startMs + day * dayMs;
    const before = mail.sent.length;
    await app.doDueWork();
    await app.sendMail();
    const fresh = mail.sent.slice(before).map((letter) => ({ ...letter, day }));
    sent.push(...fresh);
    for (const letter of fresh) {
      const alum = alumni.find(({ email }) => email === letter.to);
      if (alum !== undefined && !left.has(alum) && chance(0.4)) await actOnMail(alum, letter);
      const isAsked = letter.subject.startsWith("Confirm your commission");
      const cadet = cadets.find(({ email }) => email === letter.to);
      if (isAsked && cadet !== undefined && cadet !== cadets[3]) await confirmCommission(cadet);
    }
    for (const cadet of cadets) {
      const asks = cadet !== silent && !left.has(cadet) && !confirmed.has(cadet);
      if (asks && day > 3 && day < 240 && chance(0.05)) await askSomeone(cadet);
    }
    if (day === 60) await leaveProgram(alumni[0]);
    if (day === 90) await leaveProgram(cadets[6]);
    if (day === 120) {
      const named = { classYear: "2027", date: "2027-05-14" } as const;
      await app.eventStore.settings.execute({ type: "SetCommissioningDate", ...named }, cause);
      await app.updateIndex();
    }
  }
  return { app, alumni, cadets, silent, confirmed, sent };
}

const uncaused =
  /^(Who could you ask|Is your .* still right|Confirm your commission|Your email address)/;
const subjects = (letters: readonly Sent[], to: string, subject: RegExp) =>
  letters.filter((letter) => letter.to === to && subject.test(letter.subject));
const gaps = (letters: readonly Sent[]) =>
  letters.slice(1).map(({ day }, at) => day - (letters[at]?.day ?? 0));

it("a year of a program sends no mail twice and exceeds no limit", async () => {
  const { app, alumni, cadets, silent, confirmed, sent } = await thirteenMonths();
  const count = (subject: RegExp) => sent.filter((letter) => subject.test(letter.subject)).length;
  expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);

  for (const { email, memberId } of [...alumni, ...cadets]) {
    const own = subjects(sent, email, uncaused);
    for (const { day } of own) {
      const within = own.filter((one) => one.day >= day && (one.day - day) * dayMs < yearMs);
      expect(within.length).toBeLessThanOrEqual(programMailsAYear);
    }
    // Each has one event.
    const storedMails = (await app.readModel.members.byId(memberId))?.programMails.sent;
    if (storedMails !== undefined) expect(own).toHaveLength(storedMails.length);
    expect(subjects(sent, email, /^Who could you ask/).length).toBeLessThanOrEqual(1);
    const questions = subjects(sent, email, /a cadet's question/);
    for (const gap of gaps(questions)) expect(gap).toBeGreaterThanOrEqual(questionMailDays);
    for (const { text } of questions) expect(text).not.toMatch(/Cadet\d/);
  }
  expect(subjects(sent, silent?.email ?? "", /^Who could you ask/)).toHaveLength(1);
  expect(count(/a cadet's question/)).toBeGreaterThan(10);
  expect(count(/request was accepted|question was answered/)).toBeGreaterThan(5);
  expect(count(/still right/)).toBeGreaterThan(5);

  const letters = subjects(sent, "stan@example.com", /^What's waiting on/);
  expect(letters.length).toBeGreaterThan(10);
  for (const gap of gaps(letters)) expect(gap).toBeGreaterThanOrEqual(7);
  for (const { text } of letters) expect(text).toMatch(/^\d.*:\nhttp/m);

  expect(confirmed.size).toBe(3);
  expect(await app.readModel.differences()).toEqual([]);
  expect(JSON.stringify(app.logged)).not.toMatch(/Alum\d|Cadet\d|@example\.com|normal week/i);
});
