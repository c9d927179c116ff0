import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { runAdmin } from "../testing/admin.ts";
import { someProfile } from "../testing/app.ts";
import { password, send, type SignedUp, signUp } from "../testing/calls.ts";
import type { RunningProduct } from "../testing/process.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { giveOrder, importMap, isObeyed } from "../torture/orders.ts";

/** Registrations from one address are limited. */
const maxPeople = 60;

/** People who register, write and read on all nodes there are, one after the other. */
function startTraffic(first: RunningProduct) {
  let nodes: readonly RunningProduct[] = [first];
  let over = false;
  let turns = 0;
  const people: SignedUp[] = [];
  let turn: Promise<void> = Promise.resolve();

  async function takeTurn(): Promise<void> {
    const node = nodes[turns % nodes.length] ?? first;
    turns += 1;
    if (people.length < maxPeople) {
      const person = await signUp(node, `person${people.length}`);
      const { cookie } = person;
      const created = await send(node, "POST", "/api/profile", { cookie, body: someProfile });
      expect(created.status).toBe(201);
      people.push(person);
    }
    // Someone who registered on any node before.
    const { id, cookie } = people[(turns * 7) % people.length] as SignedUp;
    const bio = `Turn ${turns}`;
    const changed = await send(node, "PATCH", "/api/profile", { cookie, body: { bio } });
    expect(changed.status).toBe(200);
    const shown = await send(node, "GET", `/api/profile/${id}`, { cookie });
    expect((await shown.json()).bio).toBe(bio);
  }

  const ended = (async () => {
    while (!over) await (turn = takeTurn());
  })();
  ended.catch(() => over = true);

  return {
    people: people as readonly SignedUp[],
    /** From now on these are asked; resolves once no one asks another one. */
    async moveTo(...next: readonly RunningProduct[]): Promise<void> {
      nodes = next;
      await turn;
    },
    /** Resolves after so many steps from now; fails when one did. */
    async goOnFor(count: number): Promise<void> {
      const until = turns + count;
      while (turns < until && !over) await turn;
      if (over) await ended;
    },
    async end(): Promise<void> {
      over = true;
      await ended;
    },
  };
}

it(
  "the key-encryption key is replaced while people register, write and read, also by a command that was killed before, and the old one can be destroyed",
  async () => {
    const DATA_DIR = await temporaryFolder();
    const [oldKek, newKek] = [randomBytes(32), randomBytes(32)].map((key) =>
      key.toString("base64")
    );
    const start = async (KEK: string | undefined, KEK_PREVIOUS?: string) => {
      const keys = { KEK: KEK ?? "", ...(KEK_PREVIOUS && { KEK_PREVIOUS }) };
      return await productForTest({ DATA_DIR, ...keys });
    };

    // Every node learns to read the new one, then to write it.
    const reading = await start(oldKek, newKek);
    const traffic = startTraffic(reading);
    await traffic.goOnFor(5);
    const writing = await start(newKek, oldKek);
    await traffic.moveTo(reading, writing);
    await traffic.goOnFor(8);
    await traffic.moveTo(writing);
    await reading.stop();

    const keks = { DATA_DIR, KEK: newKek ?? "", KEK_PREVIOUS: oldKek ?? "" };
    const orders = join(await temporaryFolder(), "orders.json");
    await giveOrder(orders, { step: "rewrap", moment: "within", occurrence: 1 });
    const told = { ...keks, TORTURE_ORDERS: orders };
    await runAdmin(["rotate-kek"], { environment: told, importMap });
    expect(isObeyed(orders)).toBe(true);
    const rotating = runAdmin(["rotate-kek"], { environment: keks });
    await traffic.goOnFor(5);
    const rotated = await rotating;
    expect(rotated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Encrypted \d+ keys/),
    });

    const alone = await start(newKek);
    await traffic.moveTo(alone);
    await writing.stop();
    await traffic.goOnFor(5);
    await traffic.end();

    for (const { id, username, cookie } of traffic.people) {
      const shown = await send(alone, "GET", `/api/profile/${id}`, { cookie });
      expect([username, shown.status]).toEqual([username, 200]);
    }
    const login = { username: traffic.people[0]?.username, password };
    expect((await send(alone, "POST", "/api/login", { body: login })).status).toBe(200);
    const environment = { DATA_DIR, KEK: newKek ?? "" };
    // A replay opens every sealed payload, and compares what comes of it.
    expect(await runAdmin(["verify"], { environment })).toMatchObject({ code: 0, stderr: "" });
    expect((await runAdmin(["rebuild"], { environment })).code).toBe(0);
    await alone.stop();

    const late = await runAdmin(["rebuild"], { environment: { DATA_DIR, KEK: oldKek ?? "" } });
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining("KEK") });
  },
  120_000,
);
