import { expect, it } from "vitest";
import { expectSameDistribution } from "../../../api/testing/times.ts";
import { aMember, invitedByList } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { createVisitor, type Visitor } from "../../testing/visitor.ts";

const samples = 200;

async function given(codesPerAccount: number) {
  const site = await createTestSite({
    members: [
      aMember({ memberId: "known", emailVerified: true }),
      aMember({ memberId: "unconfirmed" }),
      aMember({ memberId: "suspended", emailVerified: true }),
      aMember({ memberId: "invited", invitation: invitedByList }),
    ],
    now: () => new Date(),
    random: () => 0,
    limits: {
      ...{ codesPerAccount, codesPerAccountADay: 1e6, codeRequestsPerAddress: 1e6 },
      mailsPerRecipient: 1e6,
    },
  });
  await site.execute("suspended", { type: "Suspend" });
  await site.testApp.settled();
  return site;
}

async function msOf(work: () => Promise<{ readonly status: number }>, status: number) {
  const startedAt = performance.now();
  const answer = await work();
  const ms = performance.now() - startedAt;
  expect(answer.status).toBe(status);
  return ms;
}

const ask = (visitor: Visitor, username: string) =>
  msOf(() => visitor.post("/code", { username }), 303);
const enterWrong = (visitor: Visitor) =>
  msOf(() => visitor.post("/code/enter", { code: "00000000" }), 422);

it.each([
  ["known", 1e6],
  ["unconfirmed", 1e6],
  ["suspended", 1e6],
  ["invited", 1e6],
  ["known, and over the limit", 1],
])("asking for a code, and typing a wrong one, takes the same time for someone who is %s", async (
  kind,
  codesPerAccount,
) => {
  const site = await given(codesPerAccount);
  const name = kind.split(",")[0]!;
  const times: Record<"asked" | "beside" | "typed", [number[], number[]]> = {
    asked: [[], []],
    beside: [[], []],
    typed: [[], []],
  };
  for (let sample = -10; sample < samples; sample++) {
    // Alternate, so that both run under the same conditions.
    const order = sample % 2 === 0 ? [0, 1] as const : [1, 0] as const;
    const visitors = [createVisitor(site), createVisitor(site)] as const;
    for (const which of order) {
      const asked = await ask(visitors[which], which === 0 ? name : `no.one${sample}`);
      // Measured while the mail is made.
      const beside = await enterWrong(createVisitor(site));
      await site.testApp.settled();
      if (sample < 0) continue;
      times.asked[which].push(asked);
      times.beside[which].push(beside);
    }
    // Measured after both, since sending a mail warms up the machine.
    for (const which of order) {
      const typed = await enterWrong(visitors[which]);
      if (sample >= 0) times.typed[which].push(typed);
    }
  }
  expectSameDistribution(...times.asked);
  expectSameDistribution(...times.beside);
  expectSameDistribution(...times.typed);
});
