import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { MemberEvent } from "../../../events/members/events.ts";
import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import { cause } from "../../../events/testing/system.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { textsIn } from "../../testing/archive.ts";
import { connectedOn } from "../../testing/connected.ts";
import { serveForTest } from "../../testing/http-server.ts";
import { havePicture } from "../../testing/pictures.ts";
import type { TestAppOptions } from "../../testing/app.ts";
import { type ObjectStore, ObjectsUnavailable } from "../../objects/object-store.ts";
import { Downloads } from "./downloads.ts";
import { describePersonalData, schemaPath } from "./schema.ts";
import { eventWords } from "./words.ts";

const validatorOf = (schema: object) => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
};

const open = async (stream: ReadableStream<Uint8Array>) =>
  await textsIn(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).bytes());

/** A member with data of every kind, and the downloads as they request them. */
async function given(options: TestAppOptions = {}) {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  const app = await appForTest({ now: () => new Date(clock.ms), ...options });
  const { person, ask, act } = connectedOn(app, clock);
  const [kim, mia] = [await person("Kim"), await person("Mia", "alumni")];
  await havePicture(mia);
  const id = await ask(kim, mia);
  await act(mia, id, { type: "Accept", note: "Gladly", way: "site" });
  const origin = (confirmedAtMs = clock.ms) => ({
    ...{ requestId: "test", ip: "192.0.2.1" },
    session: { id: "session", proofs: { password: confirmedAtMs } },
  });
  const start = (memberId = mia.memberId) => app.product.downloads.start(memberId, origin());
  return { app, clock, kim, mia, start, origin };
}

describe("a member's own data", () => {
  it("is a ZIP of everything stored, valid under the published schema", async () => {
    const { app, mia, start, kim } = await given();
    const files = await open(await start());
    expect([...files.keys()]).toEqual([
      expect.stringMatching(/^picture\.(small\.)?webp$/),
      expect.stringMatching(/^picture\.(small\.)?webp$/),
      ...["data.json", "profile.vcf", "README.txt"],
    ]);
    const text = files.get("data.json")!;
    const data = JSON.parse(text);
    const schema = describePersonalData(data.$schema);
    expect(new URL(data.$schema).pathname).toBe(schemaPath);
    const published = await app.browser().get(schemaPath);
    expect(published.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(await published.json()).toEqual(schema);
    const validate = validatorOf(schema);
    expect(validate(data) || validate.errors).toBe(true);
    expect(data.member).toMatchObject({ memberId: mia.memberId, email: mia.email });
    expect(text).toContain("Gladly");
    expect(text).not.toMatch(new RegExp(`${kim.memberId}|argon2|password_?hash`, "i"));
    expect(files.get("profile.vcf")).toContain("FN:Mia LastMia");
    expect(files.get("README.txt")).toContain("picture.webp");
    const commission = { classYear: "2027", rank: "2LT", armyBranch: "Armor" };
    await app.members.execute(
      kim.memberId,
      { type: "ConfirmCommission", ...commission, component: "Active Duty" },
      { actorId: kim.memberId, correlationId: "test" },
    );
    const other = JSON.parse((await open(await start(kim.memberId))).get("data.json")!);
    expect(other.member.commissioning).toMatchObject({
      answer: { is: "commissioned", fields: { ...commission, dutyStatus: "Active Duty" } },
    });
    expect(validate(other) || validate.errors).toBe(true);
  });

  it("has a description for every kind of event and every key", async () => {
    const golden: readonly MemberEvent[] = JSON.parse(
      await readFile(new URL("../../../events/members/golden/v1.json", import.meta.url), "utf8"),
    );
    const { $id: _, ...schema } = describePersonalData("https://example.edu/schema");
    const validate = validatorOf(schema.properties!.events!);
    const events = golden.filter(({ type }) => Object.hasOwn(eventWords, type)).map(
      ({ type, facts, personal }) => {
        const { quoted: _, memberIds: __, ...own } = { ...personal as Record<string, unknown> };
        return {
          at: "2026-11-02T12:00:00.000Z",
          type,
          by: "member",
          facts,
          personal: personal && own,
        };
      },
    );
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(eventWords)));
    expect(validate(events) || validate.errors).toBe(true);
    const undescribed: string[] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      const { properties } = node as { properties?: Record<string, { description?: string }> };
      for (const [name, one] of Object.entries(properties ?? {})) {
        if (!one.description) undescribed.push(name);
      }
      for (const one of Object.values(node)) walk(one);
    };
    walk(schema);
    expect(undescribed).toEqual([]);
  });

  it("needs a recent proof, is limited to five a day, one at a time, and sends a mail", async () => {
    const { app, clock, mia, start, origin } = await given();
    const { downloads } = app.product;
    await expect(downloads.start(mia.memberId, origin(clock.ms - 11 * 60_000)))
      .rejects.toMatchObject({ status: 403, details: { confirm: true } });
    const first = await start();
    await expect(start()).rejects.toMatchObject({ status: 409 });
    await open(first);
    for (let count = 2; count <= 5; count++) await open(await start());
    await expect(start()).rejects.toMatchObject({ status: 429 });
    clock.ms += 24 * 60 * 60_000 + 60_000;
    await open(await start());
    await app.sendMail();
    expect(
      app.mails.filter(({ subject }) => subject.includes("data was downloaded")).map(({ to }) =>
        to
      ),
    )
      .toContain(mia.email);
  });

  it.each(["MemberErased", "SuspendMember"])(
    "has no end once the account is gone: %s",
    async (how) => {
      const { app, mia, start } = await given();
      const reader = (await start()).getReader();
      expect((await reader.read()).done).toBe(false);
      if (how === "MemberErased") {
        await app.erase(mia.memberId, { requestId: "test" }, {
          actorId: mia.memberId,
        });
      } else await app.members.execute(mia.memberId, { type: "Suspend" }, cause);
      const rest = (async () => {
        while (!(await reader.read()).done);
      })();
      await expect(rest).rejects.toMatchObject({ status: 401 });
    },
  );

  it("breaks off for a browser, so that it saves no file that looks complete", async () => {
    const { app, mia, start } = await given();
    for (let count = 0; count < 3; count++) {
      const key = `uploads/${mia.memberId}/${crypto.randomUUID()}`;
      await app.objects.put(key, new Uint8Array(9_000_000).fill(count));
    }
    const served = serveForTest(async () =>
      new Response(await start() as ReadableStream<Uint8Array<ArrayBuffer>>)
    );
    const reader = (await fetch(served)).body!.getReader();
    await reader.read();
    await app.erase(mia.memberId, { requestId: "test" }, { actorId: mia.memberId });
    const rest = (async () => {
      while (!(await reader.read()).done);
    })();
    await expect(rest).rejects.toThrow();
  });

  it("ends when its reader disconnects, and can be started again", async () => {
    let reads = 0;
    const { start } = await given({
      watchObjects: (store) => ({ ...store, read: (key) => (reads++, store.read(key)) }),
    });
    reads = 0;
    const reader = (await start()).getReader();
    await reader.read();
    await reader.cancel();
    const readThen = reads;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toBeLessThanOrEqual(readThen + 1);
    expect((await open(await start())).size).toBe(5);
  });

  it("fails before its first byte if files can't be listed, and isn't counted", async () => {
    let isAway = false;
    const away = (store: ObjectStore): ObjectStore => ({
      ...store,
      list(prefix) {
        if (isAway) throw new ObjectsUnavailable("away");
        return store.list(prefix);
      },
    });
    const { start } = await given({ watchObjects: away });
    isAway = true;
    for (let count = 0; count < 7; count++) {
      await expect(start()).rejects.toThrow(ObjectsUnavailable);
    }
    isAway = false;
    expect((await open(await start())).size).toBe(5);
  });

  it("names files that can't be read, and includes the others", async () => {
    let isBroken = false;
    const { start } = await given({
      watchObjects: (store) => ({
        ...store,
        async read(key) {
          if (isBroken && !key.includes(".small.")) throw new ObjectsUnavailable("away");
          return await store.read(key);
        },
      }),
    });
    isBroken = true;
    const files = await open(await start());
    expect([...files.keys()]).toEqual([
      "picture.small.webp",
      "data.json",
      "profile.vcf",
      "README.txt",
    ]);
    expect(files.get("README.txt")).toContain("picture.webp: couldn't be read");
    expect(JSON.parse(files.get("data.json")!).files).toContainEqual(
      expect.objectContaining({ name: "picture.webp", isMissing: true }),
    );
  });

  it("works on a full disk, since nothing is stored", async () => {
    const { app, mia, origin } = await given();
    const full = async () => {
      throw new DatabaseNotWritable("full");
    };
    const { downloads } = app.product as unknown as {
      downloads: { parts: ConstructorParameters<typeof Downloads>[0] };
    };
    const { outgoing } = downloads.parts;
    const onFullDisk = new Downloads({
      ...downloads.parts,
      counts: { take: full, giveBack: full },
      outgoing: {
        ...outgoing,
        letterhead: outgoing.letterhead,
        queue: { ...outgoing.queue, add: full },
      },
    });
    expect((await open(await onFullDisk.start(mia.memberId, origin()))).size).toBe(5);
  });
});
