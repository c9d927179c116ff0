import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Database } from "../../events/store/database.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { register } from "../../events/testing/members.ts";
import { cause, openSystem } from "../../events/testing/system.ts";
import { runAdmin } from "../testing/admin.ts";
import { appWithMember } from "../testing/app-for-test.ts";
import { someProfile } from "../testing/app.ts";
import { send, type SignedUp, signUp } from "../testing/calls.ts";
import { highLimits, type RunningProduct } from "../testing/process.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";
import { giveOrder, importMap, isCarriedOut } from "../crash-tests/orders.ts";

/** So many people that each attempt to swap in rebuilt tables takes longer than a save. */
const people = 8_000;

/** The product over a long log, and someone with a profile. */
async function longRunningProduct() {
  const folder = await temporaryFolder();
  const system = await openSystem(folder);
  await system.members.executeAll(
    Array.from({ length: people }, (_, at) => ({
      memberId: crypto.randomUUID(),
      commands: [register({ username: `user${at}`, email: `user${at}@example.com` })],
    })),
    cause,
  );
  const environment = variablesOf(folder);
  const product = await productForTest(environment, { choices: highLimits });
  const writer = await signUp(product, "writer");
  const { cookie } = writer;
  const created = await send(product, "POST", "/api/profile", { cookie, body: someProfile });
  expect(created.status).toBe(201);
  return { product, writer, environment, read: system.database };
}

/** Changes a profile, reads it and searches for it repeatedly, until stopped. */
async function write(product: RunningProduct, { id, cookie }: SignedUp, hasEnded: () => boolean) {
  let turns = 0;
  while (!hasEnded()) {
    turns += 1;
    const bio = `Turn${turns}`;
    const changed = await send(product, "PATCH", "/api/profile", { cookie, body: { bio } });
    expect([changed.status, (await changed.json()).bio]).toEqual([200, bio]);
    const shown = await send(product, "GET", `/api/profile/${id}`, { cookie });
    expect([shown.status, (await shown.json()).bio]).toEqual([200, bio]);
    const found = await send(product, "GET", `/api/directory?search=${bio}`, { cookie });
    expect([found.status, (await found.json()).total]).toEqual([200, 1]);
  }
  return turns;
}

/** Reads pages of other members repeatedly. */
async function read(product: RunningProduct, { id, cookie }: SignedUp, hasEnded: () => boolean) {
  let turns = 0;
  while (!hasEnded()) {
    turns += 1;
    for (const path of ["/api/directory", "/api/user", `/api/profile/${id}`, "/alumni"]) {
      const answer = await send(product, "GET", path, { cookie });
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.body?.cancel();
    }
  }
  return turns;
}

async function generationOf(database: Database): Promise<number> {
  const [row] = await database.read("SELECT generation FROM installation");
  return Number(row?.generation);
}

describe("the read tables of a running product", () => {
  it(
    "are rebuilt by another process while people write and read, also after one was killed",
    async () => {
      const { product, writer, environment, read: database } = await longRunningProduct();
      let over = false;
      const hasEnded = () => over;
      const work = Promise.all([
        write(product, writer, hasEnded),
        read(product, writer, hasEnded),
        read(product, writer, hasEnded),
      ]);
      work.catch(() => over = true);
      try {
        const first = await generationOf(database);

        const order = join(environment.DATA_DIR, "order.json");
        await giveOrder(order, { step: "rebuild", moment: "within", occurrence: 1 });
        const variables = { ...environment, CRASH_ORDERS: order };
        await runAdmin(["rebuild"], { environment: variables, importMap });
        expect(isCarriedOut(order)).toBe(true);
        expect(await generationOf(database)).toBe(first);

        for (let turn = 0; turn < 2; turn++) {
          expect(await runAdmin(["rebuild"], { environment })).toMatchObject({ code: 0 });
        }
        expect(await generationOf(database)).toBe(first + 2);
      } finally {
        over = true;
      }
      for (const turns of await work) expect(turns).toBeGreaterThan(1);
      await product.stop();
      expect(product.written()).not.toContain('"level":"error"');
    },
  );

  it("are rebuilt in the same process while people write and read", async () => {
    const { app, member } = await appWithMember({ limits: { changesPerMember: 10_000 } });
    await member.post("/api/profile", someProfile);
    const resets = Array.from({ length: 3000 }, () => ({ type: "RecordPasswordReset" as const }));
    const { memberId } = await app.member();
    const origin = { actorId: memberId, correlationId: "test" };
    await app.members.executeAll([{ memberId, commands: resets }], origin);
    let rebuilding = true;
    const rebuilt = app.readModel.rebuild().finally(() => rebuilding = false);
    for (let turn = 0; rebuilding || turn < 3; turn++) {
      const bio = `Turn${turn}`;
      expect((await member.patch("/api/profile", { bio })).status).toBe(200);
      expect((await (await member.get("/api/profile/me")).json()).bio).toBe(bio);
      const found = await member.get(`/api/directory?search=${bio}`);
      expect((await found.json()).total).toBe(1);
      // Lets other requests run in between.
      await setImmediate();
    }
    await rebuilt;
  });
});
