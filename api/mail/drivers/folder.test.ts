import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { createFolderMail } from "./folder.ts";
import { describeMail, messageWith, sender } from "./mail.contract.ts";

async function create() {
  const folder = join(await temporaryFolder(), "outbox");
  const names = () => readdir(folder).catch(() => []);
  return {
    folder,
    names,
    mail: createFolderMail({ folder, sender }),
    arrived: async () =>
      await Promise.all((await names()).map((name) => readFile(join(folder, name), "utf8"))),
  };
}

describeMail("folder", create);

describe("the folder", () => {
  it("has a file for each message, in order, readable only by its owner", async () => {
    const { folder, names, mail } = await create();
    await mail.send(messageWith({ id: "b", writtenAt: new Date("2026-03-01T12:00:01.000Z") }));
    await mail.send(messageWith({ id: "a", writtenAt: new Date("2026-03-01T12:00:02.000Z") }));
    const [first = "", second = ""] = (await names()).sort();
    expect([first, second]).toEqual([
      expect.stringMatching(/^2026-03-01T12-00-01\.000Z-b-/),
      expect.stringMatching(/^2026-03-01T12-00-02\.000Z-a-/),
    ]);
    expect((await stat(join(folder, first))).mode & 0o777).toBe(0o600);
  });

  it("has a message once, however often it is sent", async () => {
    const { names, mail } = await create();
    await mail.send(messageWith());
    await mail.send(messageWith());
    expect(await names()).toHaveLength(1);
  });

  it("deletes a message whose reader is erased while it is written", async () => {
    const { names, mail } = await create();
    await mail.send(messageWith({ memberId: "pat" }), async () => false);
    expect(await names()).toEqual([]);
    // The member exists at the check and is erased right after it.
    const forgotten = mail.send(messageWith({ memberId: "pat" }), async () => {
      await mail.forget("pat");
      return true;
    });
    await forgotten.catch(() => undefined);
    expect(await names()).toEqual([]);
  });

  it("deletes messages to any reader that quote an erased member", async () => {
    const { names, mail } = await create();
    await mail.send(messageWith({ id: "1", memberId: "kim", aboutIds: ["pat"] }));
    await mail.send(messageWith({ id: "2", memberId: "kim", aboutIds: ["lee"] }));
    await mail.forget("pat");
    expect(await names()).toEqual([expect.stringContaining("-2-lee-kim.eml")]);
  });

  it("removes only messages from before a time", async () => {
    const { names, mail, folder } = await create();
    await mail.removeBefore?.(new Date());
    for (const [id, day] of [["1", "2026-11-01"], ["2", "2026-11-02"]] as const) {
      await mail.send(messageWith({ id, writtenAt: new Date(`${day}T12:00:00.000Z`) }));
    }
    await writeFile(join(folder, "1-note.txt"), "");
    await mail.removeBefore?.(new Date("2026-11-02T12:00:00.000Z"));
    expect(await names()).toEqual(["1-note.txt", expect.stringContaining("2026-11-02")]);
  });

  it("deletes the messages to one member, also if the folder doesn't exist", async () => {
    const { names, mail } = await create();
    await mail.forget("pat");
    await mail.send(messageWith({ id: "1", memberId: "pat" }));
    await mail.send(messageWith({ id: "2", memberId: "kim" }));
    await mail.forget("pat");
    expect(await names()).toEqual([expect.stringMatching(/-2-kim\.eml$/)]);
  });
});
