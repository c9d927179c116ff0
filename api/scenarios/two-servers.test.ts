import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { runAdmin } from "../testing/admin.ts";
import { someone, someProfile } from "../testing/app.ts";
import type { CallOptions } from "../testing/calls.ts";
import { startProduct } from "../testing/process.ts";
import { CrashRun } from "../crash-tests/kill.ts";
import { type JsonResponse, request } from "../crash-tests/requests.ts";
import { work } from "../crash-tests/work.ts";

describe("two processes on one data folder", () => {
  it("lose nothing that either acknowledged, even if one is killed", async () => {
    const crashRun = await CrashRun.open(2);
    onTestFinished(() => crashRun.close());
    const { world } = crashRun;
    const [first, second] = [await crashRun.start(), await crashRun.start()];
    // The product promises a second; allows more because the machine may be busy with other tests.
    world.indexDelayMs = 5000;
    const work10 = async () => {
      const enough = world.acknowledged + 10;
      await work(world, { until: () => world.acknowledged >= enough });
      expect(world.acknowledged).toBeGreaterThanOrEqual(enough);
    };
    await work10();
    await crashRun.inspectAll();
    // People move from one process to the other, and find their changes.
    world.origins = [second.origin, first.origin];
    await work10();
    const acknowledgedAtKill = world.acknowledged + 10;
    let isKilled = false;
    await work(world, {
      until() {
        if (!isKilled && world.acknowledged >= acknowledgedAtKill) {
          isKilled = true;
          void first.stop("SIGKILL");
        }
        return world.acknowledged >= acknowledgedAtKill + 10;
      },
    });
    await first.ended;
    world.origins = [second.origin];
    await crashRun.inspectAll();
    await work10();
    await crashRun.end();
    expect(world.failures).toEqual([]);
  });

  it("decide every conflict once, and see each other's changes", async () => {
    const folder = await temporaryFolder();
    // Both create the folder, the secrets and the tables.
    const both = await Promise.all([0, 1].map(() => startProduct({ DATA_DIR: folder })));
    onTestFinished(async () => {
      await Promise.all(both.map((one) => one.stop("SIGKILL")));
    });
    expect(both.map(({ written }) => written()).join())
      .toContain("another process uses this data folder");
    const atBoth = (
      ask: (at: Send, side: 0 | 1) => Promise<JsonResponse>,
    ): Promise<JsonResponse[]> =>
      Promise.all(
        both.map(({ origin }, side) =>
          ask((...asked) => request(origin, ...asked), side === 0 ? 0 : 1)
        ),
      );
    const statuses = (answers: readonly JsonResponse[]) =>
      answers.map(({ status }) => status).sort();

    for (let turn = 0; turn < 5; turn++) {
      const taken = await atBoth((at, side) =>
        at("POST", "/api/register", {
          body: { ...someone, username: `racer${turn}`, email: `${turn}.${side}@example.com` },
        })
      );
      expect(statuses(taken)).toEqual([201, 409]);
      expect(taken.map(({ body }) => body.message)).toContain("Username already taken");
      const inUse = await atBoth((at, side) =>
        at("POST", "/api/register", {
          body: { ...someone, username: `writer${turn}.${side}`, email: `w${turn}@example.com` },
        })
      );
      expect(statuses(inUse)).toEqual([201, 409]);
      expect(inUse.map(({ body }) => body.message)).toContain("Email already in use");

      const cookies = [taken, inUse].map((answers) => answers.find(isDone)?.cookie);
      const renamed = await atBoth((at, side) =>
        at("PATCH", "/api/user", { cookie: cookies[side], body: { username: `wanted${turn}` } })
      );
      expect(statuses(renamed)).toEqual([200, 409]);

      const cookie = cookies[0];
      const made = await atBoth((at) => at("POST", "/api/profile", { cookie, body: someProfile }));
      expect(statuses(made)).toEqual([201, 409]);
      // Each changes another part of the profile at the same time. No change is lost.
      const parts = ["bio", "company"] as const;
      await atBoth(async (at, side) => {
        let answer: JsonResponse | undefined;
        for (let version = 1; version <= 5; version++) {
          const body = { [parts[side]]: `version ${version}` };
          answer = await at("PATCH", "/api/profile", { cookie, body });
          expect(answer).toMatchObject({ status: 200, body });
        }
        return answer as JsonResponse;
      });
      await expect.poll(async () => {
        const seen = await atBoth((at) => at("GET", "/api/profile/me", { cookie }));
        return seen.map(({ body }) => body);
      }).toEqual(
        [0, 1].map(() => expect.objectContaining({ bio: "version 5", company: "version 5" })),
      );

      const other = cookies[1];
      const deleted = await atBoth((at) => at("DELETE", "/api/account", { cookie: other }));
      expect(statuses(deleted)).toSatisfy(([one, last]: number[]) =>
        one === 204 && (last === 204 || last === 401)
      );
      expect(statuses(await atBoth((at) => at("GET", "/api/user", { cookie: other }))))
        .toEqual([401, 401]);
    }

    expect(await countEvents(folder)).toMatchObject({
      MemberRegistered: 10,
      ProfileCreated: 5,
      ProfileChanged: 50,
      MemberErased: 5,
    });
    const { code, stdout } = await runAdmin(["verify"], { environment: { DATA_DIR: folder } });
    expect(code, stdout).toBe(0);
    for (const { written } of both) expect(written()).not.toContain('"level":"error"');
  });
});

type Send = (method: string, path: string, asked?: CallOptions) => Promise<JsonResponse>;

const isDone = ({ status }: JsonResponse) => status === 201;

async function countEvents(folder: string): Promise<Record<string, unknown>> {
  const url = `file:${join(folder, "alumni.db")}`;
  const events = await openDatabase({ url, durability: "normal" });
  const rows = await events.read("SELECT type, count(*) AS count FROM events GROUP BY type");
  events.close();
  return Object.fromEntries(rows.map(({ type, count }) => [String(type), count]));
}
