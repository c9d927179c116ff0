/**
 * People who ask each other for help, with a clock that tests can move.
 *
 * @module
 */
import type { ConnectionCommand } from "../../events/connections/commands.ts";
import { accept, decline, end, write } from "../../events/connections/testing/commands.ts";
import { cause } from "../../events/testing/system.ts";
import type { Problem } from "../contract/problem.ts";
import { toProblem } from "../http/problems.ts";
import type { Origin } from "../auth/origin.ts";
import { type Browser, someProfile, type TestApp, type TestAppOptions } from "./app.ts";
import { appForTest } from "./app-for-test.ts";

export const dayMs = 24 * 60 * 60 * 1000;
export const topics = ["Networking"];
export const note = "May I ask about flight school?";
export { accept, decline, end, write };
const origin: Origin = { requestId: "test", ip: "192.0.2.1" };

export type Person = Browser & { readonly memberId: string; readonly email: string };

/** An app with a clock that tests can move. */
export async function connectedApp(options: TestAppOptions = {}) {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  return connectedOn(await appForTest({ now: () => new Date(clock.ms), ...options }), clock);
}

/** The same with a cadet and a mentor, who have got no mail yet. */
export async function connectedPair(options: TestAppOptions = {}) {
  const connected = await connectedApp(options);
  const { person, mailed } = connected;
  const [casey, morgan] = [await person("Casey"), await person("Morgan", "alumni")];
  await mailed();
  return { ...connected, casey, morgan };
}

/** Like `connectedApp`, in an existing app with its clock. */
export function connectedOn(app: TestApp, clock: { ms: number }) {
  const { connections } = app.product;

  /** A member with a confirmed address. Mentors also have a profile. */
  async function person(firstName: string, role: "cadet" | "alumni" = "cadet"): Promise<Person> {
    const email = `address-of-${firstName.toLowerCase()}@example.com`;
    const names = { firstName, lastName: `Last${firstName}`, username: `login-${firstName}` };
    const browser = await app.member({ ...names, email, role });
    const { memberId } = browser;
    await confirmAddress(app, memberId);
    if (role === "alumni") {
      const profile = { ...someProfile, primaryEmail: email, helpTopics: topics };
      const answer = await browser.post("/api/profile", profile);
      if (answer.status !== 201) throw new Error(await answer.text());
    }
    await app.settled();
    return { ...browser, email };
  }

  return {
    app,
    clock,
    person,
    ask: async (asker: Person, mentor: Person, text = note) => {
      const input = { memberId: mentor.memberId, topics, note: text };
      return (await connections.ask(asker.memberId, input, origin)).id;
    },
    act: (who: Person, id: string, command: ConnectionCommand) =>
      connections.act(who.memberId, id, command, origin),
    block: (who: Person, other: Person) => connections.block(who.memberId, other.memberId, origin),
    settings: (who: Person, change: Parameters<typeof connections.changeSettings>[1]) =>
      connections.changeSettings(who.memberId, change, origin),
    state: async (id: string) => (await app.readModel.connections.byId(id))?.state,
    /** Mails since the last call, except confirmations of addresses and staff's on Mondays. */
    mailed: async () => {
      await app.sendMail();
      const sent = app.mails.slice(taken.get(app) ?? 0);
      taken.set(app, app.mails.length);
      return sent.filter(({ subject }) => !/^Confirm your email|^What's waiting on/.test(subject));
    },
  };
}

/** Confirms the member's address, without which they can't send requests. */
export async function confirmAddress(
  { members, readModel }: Pick<TestApp, "members" | "readModel">,
  memberId: string,
): Promise<void> {
  const { email = "" } = await readModel.members.byId(memberId) ?? {};
  await members.execute(memberId, { type: "VerifyEmail", email }, cause);
}

const taken = new WeakMap<TestApp, number>();

/** Status and message of a refusal; `undefined` if the call succeeded. */
export async function refusalOf(work: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const problem = toProblem(error);
    if (problem === undefined) throw error;
    return problem;
  }
}

/** The token of the mailed link in a letter. */
export function tokenIn({ text }: { readonly text: string }): string {
  return /\/c\/([\w-]+)/.exec(text)?.[1] ?? "";
}
