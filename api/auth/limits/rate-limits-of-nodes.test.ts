import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../events/errors.ts";
import { databaseIn, temporaryFolder } from "../../../events/testing/database.ts";
import { openSchema } from "../../../events/store/schema.ts";
import { createMailLimits, type MailLimits } from "../../mail/outbox/mail-limits.ts";
import { Problem } from "../../contract/problem.ts";
import { createSlots, createStoredFailures } from "./failures.ts";
import { createHourlyCounts } from "./hourly-counts.ts";
import { createRateLimits, defaultLimits, type Limits, type RateLimits } from "./rate-limits.ts";
import { createSharedCounts } from "./shared-counts.ts";

type Node = RateLimits & MailLimits;

const ip = "192.0.2.1";
const wrong = async () => undefined;
const taken = () => Promise.reject(new Refusal("member/username-taken", "Username already taken"));

/** Several nodes on one database. */
async function given(limits: Partial<Limits>): Promise<readonly Node[]> {
  const folder = await temporaryFolder();
  const secret = randomBytes(32);
  return await Promise.all([1, 2].map(async () => {
    const database = await databaseIn(folder, "database.db");
    await openSchema(database);
    const all = { ...defaultLimits, ...limits };
    const failures = createStoredFailures(database, createSlots(secret, 20), Date.now);
    const counts = createSharedCounts(database, secret, Date.now);
    return {
      ...createRateLimits(all, {
        failures,
        ofSources: failures,
        counts: createHourlyCounts(database),
        secret,
      }),
      ...createMailLimits({ counts, secret, limits: all }),
    };
  }));
}

/** Whether the attempt wasn't refused by a limit. */
async function isDone(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    if (error instanceof Refusal) return true;
    throw error;
  }
}

const login = (node: Node, name: string, from: string) =>
  node.login({ username: name, ip: from }, wrong);

const pat = (isKnown = true) => ({ memberId: "pat", ip, isKnown: async () => isKnown });

describe("two nodes allow together what one of them does", () => {
  it.each<readonly [keyof Limits, (node: Node, turn: number) => Promise<unknown>]>([
    ["uploadsPerMember", (node) => node.upload("pat")],
    ["changesPerMember", (node) => node.change("pat")],
    ["messagesPerMember", (node) => node.message("pat")],
    ["registrationsPerAddress", (node) => node.register(ip)],
    ["resetRequestsPerAddress", (node) => node.resetRequest(ip)],
    ["takenNames", (node) => node.claim({ memberId: "pat" }, taken)],
    ["wrongCadreCodesPerAddress", (node) => node.cadreCode(ip, () => false)],
    ["wrongCadreCodes", (node, turn) => node.cadreCode(`192.0.2.${turn}`, () => false)],
    ["failedLoginsPerAccount", (node) => login(node, "pat", ip)],
    ["failedLoginsPerAccount", (node) => node.confirm("pat", wrong)],
    ["guessesPerAccount", (node, turn) => login(node, "pat", `192.0.2.${turn}`)],
    ["profilesPerMember", (node, turn) => node.profiles.countRead(pat(), [turn])],
    ["profilesPerStranger", (node, turn) => node.profiles.countRead(pat(false), [turn])],
    [
      "verificationMails",
      (node) => node.verificationMail({ memberId: "pat", email: "pat@example.com" }),
    ],
  ])("%s", async (limit, attempt) => {
    // Of these, a fifth of a day's is free.
    const isOfADay = limit === "wrongCadreCodes" || limit === "guessesPerAccount";
    const nodes = await given({ [limit]: isOfADay ? 15 : 3 });
    const done: boolean[] = [];
    for (let turn = 0; turn < 8; turn++) {
      done.push(await isDone(attempt(nodes[turn % 2]!, turn)));
    }
    expect(done).toEqual([true, true, true, false, false, false, false, false]);
  });

  it("failedLoginsPerAddress, by pauses", async () => {
    const [first, second] = await given({ failedLoginsPerAddress: 4 });
    for (let turn = 0; turn < 4; turn++) {
      await login(turn % 2 === 0 ? first! : second!, `name ${turn}`, ip);
    }
    // The next attempt from this address would wait over a minute.
    expect(await isDone(login(second!, "another name", ip))).toBe(false);
    expect(await isDone(login(second!, "another name", "192.0.2.2"))).toBe(true);
  });

  it("one by one and all at once", async () => {
    const nodes = await given({ messagesPerMember: 10 });
    const attempts = Array.from({ length: 40 }, (_, turn) => nodes[turn % 2]!.message("pat"));
    const done = await Promise.all(attempts.map(isDone));
    expect(done.filter((each) => each)).toHaveLength(10);
    expect(await isDone(nodes[0]!.message("robin"))).toBe(true);
  });

  it("a profile is free once it was read, and refusals aren't counted", async () => {
    const [first, second] = await given({ profilesPerMember: 3 });
    const read = (node: Node | undefined, slots: readonly number[]) =>
      isDone(node!.profiles.countRead(pat(), slots));
    expect(await read(first, [1, 2])).toBe(true);
    expect(await read(first, [2, 1])).toBe(true);
    expect(await read(first, [3, 4])).toBe(false);
    expect(await read(second, [3])).toBe(true);
    expect(await read(second, [4])).toBe(false);
    expect(await read(first, [1, 2])).toBe(true);
  });

  it("strangers on one network together, and each stranger on all networks", async () => {
    const [first, second] = await given({ profilesPerStranger: 3 });
    const read = (node: Node | undefined, memberId: string, ip: string, slot: number) =>
      isDone(node!.profiles.countRead({ memberId, ip, isKnown: async () => false }, [slot]));
    expect(await read(first, "pat", "2001:db8:0:ff01::1", 1)).toBe(true);
    expect(await read(second, "kim", "2001:db8:0:ff02::2", 2)).toBe(true);
    expect(await read(first, "lee", "2001:db8:0:ff03::3", 3)).toBe(true);
    expect(await read(second, "lee", "2001:db8:0:ff01::1", 4)).toBe(false);
    expect(await read(second, "lee", "192.0.2.1", 4)).toBe(true);
    expect(await read(first, "lee", "192.0.2.2", 5)).toBe(true);
    expect(await read(first, "lee", "192.0.2.3", 6)).toBe(false);
  });

  it("a list reserves room before the search, and returns the unused part", async () => {
    const [node] = await given({ profilesPerMember: 5 });
    let searches = 0;
    const find = (slots: readonly number[], most = 3, orFewer = false) =>
      isDone(node!.profiles.find(pat(), { most, orFewer }, async (room) => {
        searches++;
        return { slots: slots.slice(0, room.most) };
      }));
    expect(await find([])).toBe(true);
    expect(await find([1, 2, 3])).toBe(true);
    // Only two are left.
    expect([await find([4]), searches]).toEqual([false, 2]);
    expect([await find([4, 5, 6, 7], 1000, true), searches]).toEqual([true, 3]);
    expect([await find([6], 1000, true), searches]).toEqual([false, 3]);
    expect(await isDone(node!.profiles.countRead(pat(), [1, 5]))).toBe(true);
    expect(await isDone(node!.profiles.countRead(pat(), [6]))).toBe(false);
  });

  it("a failed list, and many parallel lists, use no more than they find", async () => {
    const [node] = await given({ profilesPerStranger: 50 });
    const reader = pat(false);
    const fails = node!.profiles.find(
      reader,
      { most: 50 },
      () => Promise.reject(new Error("Away")),
    );
    await expect(fails).rejects.toThrow("Away");
    const found = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        isDone(
          node!.profiles.find(
            { ...reader, memberId: `member ${at}` },
            { most: 24 },
            async () => ({ slots: [at % 10] }),
          ),
        )),
    );
    expect(found.every((each) => each)).toBe(true);
  });
});
