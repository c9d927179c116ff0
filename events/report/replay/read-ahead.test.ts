import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeUpLog } from "../../bench/made-up-log.ts";
import { writeLog } from "../../bench/write-log.ts";
import { databaseIn, temporaryFolder } from "../../testing/database.ts";
import { type Page, readPages } from "./pages.ts";
import { startReadAhead } from "./read-ahead.ts";

async function all(pages: AsyncIterable<Page>): Promise<Page[]> {
  const found: Page[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe("pages that are read ahead", () => {
  it("are the same pages", async () => {
    const folder = await temporaryFolder();
    const database = await databaseIn(folder, "events.db");
    await writeLog(database, makeUpLog({ events: 30_000, seed: 3 }), () => {});
    const address = { url: `file:${join(folder, "events.db")}`, durability: "normal" } as const;
    const ahead = startReadAhead(address);
    onTestFinished(ahead.close);
    const pages = await all(ahead.pages(29_000));
    expect(pages).toEqual(await all(readPages(database, 29_000)));
    expect(pages.at(-1)?.upTo).toBe(29_000);

    // Again, also after a reading that was left, with pages of it on their way.
    for await (const page of ahead.pages(30_000)) if (page.upTo > 8000) break;
    expect(await all(ahead.pages(20_000))).toEqual(await all(readPages(database, 20_000)));
    for await (const _ of ahead.pages(30_000)) break;
    expect(await all(ahead.pages(0))).toEqual([]);
    expect(await all(ahead.pages(9000))).toEqual(await all(readPages(database, 9000)));
  });

  it("stop with the reason when they cannot be read", async () => {
    const url = `file:${join(await temporaryFolder(), "events.db")}`;
    const ahead = startReadAhead({ url, durability: "normal" });
    onTestFinished(ahead.close);
    await expect(all(ahead.pages(10))).rejects.toThrow("no such table: events");
  });
});
