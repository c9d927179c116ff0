import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../events/errors.ts";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { openVault } from "../../events/vault/vault.ts";
import { createMailLimits, type MailLimits } from "../mail/outbox/mail-limits.ts";
import { Problem } from "../problems.ts";
import { createSlots, createStoredFailures } from "./failures.ts";
import { createHourlyCounts } from "./hourly-counts.ts";
import { createRateLimits, defaultLimits, type Limits, type RateLimits } from "./rate-limits.ts";
import { createSharedCounts } from "./shared-counts.ts";

type Node = RateLimits & MailLimits;

const ip = "192.0.2.1";
const wrong = async () => undefined;
const taken = () => Promise.reject(new Refusal("member/username-taken", "Username already taken"));

/** Several nodes on one vault. */
async function given(limits: Partial<Limits>): Promise<readonly Node[]> {
  const folder = await temporaryFolder();
  const secret = randomBytes(32);
  return await Promise.all([1, 2].map(async () => {
    const vault = await databaseIn(folder, "vault.db");
    await openVault({ database: vault, kek: secret });
    const all = { ...defaultLimits, ...limits };
    const failures = createStoredFailures(vault, createSlots(secret, 20), Date.now);
    const counts = createSharedCounts(vault, secret, Date.now);
    return {
      ...createRateLimits(all, {
        failures,
        ofSources: failures,
        counts: createHourlyCounts(vault),
        secret,
      }),
      ...createMailLimits({ counts, secret, limits: all }),
    };
  }));
}

/** Whether it was done, and not refused for being too much. */
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
    ["profilesPerMember", (node, turn) => node.profiles("pat", [turn], async () => true)],
    ["profilesPerStranger", (node, turn) => node.profiles("pat", [turn], async () => false)],
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

  it("failedLoginsPerAddress, by slowing it down", async () => {
    const [first, second] = await given({ failedLoginsPerAddress: 4 });
    for (let turn = 0; turn < 4; turn++) {
      await login(turn % 2 === 0 ? first! : second!, `name ${turn}`, ip);
    }
    // The next one of this address would wait for more than a minute.
    expect(await isDone(login(second!, "another name", ip))).toBe(false);
    expect(await isDone(login(second!, "another name", "192.0.2.2"))).toBe(true);
  });

  it("one at a time and all at once", async () => {
    const nodes = await given({ messagesPerMember: 10 });
    const attempts = Array.from({ length: 40 }, (_, turn) => nodes[turn % 2]!.message("pat"));
    const done = await Promise.all(attempts.map(isDone));
    expect(done.filter((each) => each)).toHaveLength(10);
    expect(await isDone(nodes[0]!.message("robin"))).toBe(true);
  });

  it("a profile is free once it was read, and what is refused isn't counted", async () => {
    const [first, second] = await given({ profilesPerMember: 3 });
    const known = async () => true;
    await first!.profiles("pat", [1, 2], known);
    await first!.profiles("pat", [2, 1], known);
    expect(await isDone(first!.profiles("pat", [3, 4], known))).toBe(false);
    await second!.profiles("pat", [3], known);
    expect(await isDone(second!.profiles("pat", [4], known))).toBe(false);
    await first!.profiles("pat", [1, 2], known);
  });
});
