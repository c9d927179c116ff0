import { describe, expect, it } from "vitest";
import { openSystemOf } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";
import { register } from "../testing/members.ts";
import { forgetting } from "../store/forgetting.ts";
import { fileText } from "../testing/file-text.ts";

const pat = "member-pat";
const leaseMs = 60_000;
const welcome = { kind: "welcome", content: { to: "pat@example.com", firstName: "Zanzibar" } };
const take = ({ mailQueue }: System) => mailQueue.take({ limit: 10, leaseMs });

describe("a mail about a change", () => {
  it("is queued once the change is stored, and can be opened", async () => {
    const system = await openSystem();
    await system.members.execute(pat, register(), cause, ({ before, after }) => [
      { kind: "welcome", content: { wasThere: before !== undefined, to: after.email } },
    ]);
    expect(await take(system)).toMatchObject([
      { memberId: pat, kind: "welcome", content: { wasThere: false, to: "pat@example.com" } },
    ]);
  });

  it("isn't queued when nothing changed or the change was refused", async () => {
    const { members, mailQueue } = await openSystemOf(pat);
    const same = { type: "ChangeAccountDetails", username: "pat" } as const;
    await members.execute(pat, same, cause, () => [welcome]);
    await expect(members.execute("member-kim", register(), cause, () => [welcome])).rejects
      .toThrow("Username already taken");
    expect((await mailQueue.waiting()).count).toBe(0);
  });

  it("isn't queued twice when another writer was first", async () => {
    const { members, mailQueue } = await openSystemOf(pat);
    await Promise.all(["a", "b", "c"].map((firstName) => {
      const rename = { type: "ChangeAccountDetails", firstName } as const;
      return members.execute(pat, rename, cause, () => [welcome]);
    }));
    expect((await mailQueue.waiting()).count).toBe(3);
  });
});

describe("the mail queue", () => {
  it("seals the content of mails", async () => {
    const system = await openSystemOf(pat);
    await system.mailQueue.add(pat, welcome);
    expect(await fileText(system.folder)).not.toContain("Zanzibar");
    expect(await take(system)).toMatchObject([welcome]);
  });

  it("deletes the mails of an erased member", async () => {
    const { members, mailQueue, database } = await openSystemOf(pat);
    await mailQueue.add(pat, welcome);
    await members.execute(pat, { type: "Erase" }, cause);
    expect(await database.read("SELECT * FROM outbox")).toEqual([]);
  });

  it("queues nothing for a member without a key, and deletes mails that can't be opened", async () => {
    const system = await openSystem();
    const { members, mailQueue } = system;
    await mailQueue.add("nobody", welcome);
    expect((await mailQueue.waiting()).count).toBe(0);
    await members.execute(pat, register(), cause);
    await mailQueue.add(pat, welcome);
    await system.database.write(forgetting(pat));
    expect(await take(system)).toEqual([]);
    expect((await mailQueue.waiting()).count).toBe(0);
  });

  it("takes a mail that was queued after more decoys than are taken at once", async () => {
    const { mailQueue } = await openSystemOf(pat);
    for (const number of [1, 2, 3]) await mailQueue.addDecoy(`unused-${number}`, welcome);
    await mailQueue.add(pat, welcome);
    expect(await mailQueue.take({ limit: 2, leaseMs })).toMatchObject([welcome]);
    expect((await mailQueue.waiting()).count).toBe(1);
  });

  it("returns a tampered mail without content", async () => {
    const system = await openSystemOf(pat);
    const { mailQueue, database } = system;
    await mailQueue.add(pat, welcome);
    await database.write([{ sql: "UPDATE outbox SET kind = 'other'" }]);
    expect(await take(system)).toMatchObject([{ kind: "other", content: undefined }]);
  });
});
