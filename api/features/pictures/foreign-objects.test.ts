import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NotStarted } from "../../testing/process.ts";
import { send } from "../../testing/calls.ts";
import { aProgram, withPatAndKim } from "../../testing/program.ts";

it(
  "reports missing pictures, and those of another installation, and leaves both alone",
  async () => {
    const program = await aProgram();
    const { pat, picture } = await withPatAndKim(program);
    const objects = join(program.environment.DATA_DIR, "objects");
    const doctor = async () => (await program.run(["doctor"])).stdout;
    expect(await doctor()).not.toMatch(/^FAIL +pictures/m);

    await rename(objects, `${objects}-away`);
    expect(await doctor()).toMatch(
      /^FAIL +pictures +1 of 1 pictures checked are missing from/m,
    );
    const without = await program.start();
    await expect.poll(() => without.written())
      .toContain("members have pictures, but their store is empty");
    await without.stop();
    await rm(objects, { recursive: true, force: true });
    await rename(`${objects}-away`, objects);

    const mark = join(objects, "installation", "id");
    for (const others of ["0123456789abcdef0123456789abcdef\n", "no id at all ".repeat(50)]) {
      await writeFile(mark, others);
      expect(await doctor()).toMatch(
        /^FAIL +pictures .*belongs to a different installation from the database/m,
      );
      const error = await program.start().catch((error) => error);
      expect(error).toBeInstanceOf(NotStarted);
      expect(error.written).toContain(`DATA_DIR: the pictures in ${objects} belong to another`);
      expect(error.written).not.toMatch(/^ +at /m);
    }
    await rm(mark);
    const product = await program.start();
    const { cookie } = pat;
    expect((await send(product, "GET", picture, { cookie })).status).toBe(200);
  },
);
