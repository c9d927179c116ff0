import { writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { ranksOf } from "../testing/threads.ts";
import { runWhenIdle } from "./idle-thread.ts";

describe("a thread that is to run when idle", () => {
  it("stays as it is where there is no library to ask", async () => {
    expect(runWhenIdle(join(await temporaryFolder(), "missing.so"))).toBeUndefined();
  });

  it("stays as it is where what there is does not load", async () => {
    const path = join(await temporaryFolder(), "text.so");
    await writeFile(path, "not a library");
    expect(runWhenIdle(path)).toBeUndefined();
  });

  it.skipIf(platform() !== "linux")("has not changed by any of this", async () => {
    runWhenIdle(join(await temporaryFolder(), "missing.so"));
    expect((await ranksOf(Deno.pid)).map(({ policy }) => policy)).not.toContain(5);
  });
});
