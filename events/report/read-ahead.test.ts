import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeUpLog } from "../bench/made-up-log.ts";
import { writeLog } from "../bench/write-log.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { type Page, readPages } from "./pages.ts";
import { readAhead } from "./read-ahead.ts";

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
    const pages = await all(readAhead(address, 29_000));
    expect(pages).toEqual(await all(readPages(database, 29_000)));
    expect(pages.at(-1)?.upTo).toBe(29_000);
  });

  it("stop with the reason when they cannot be read", async () => {
    const url = `file:${join(await temporaryFolder(), "events.db")}`;
    await expect(all(readAhead({ url, durability: "normal" }, 10))).rejects.toThrow(
      "no such table: events",
    );
  });
});
