import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { databaseIn } from "../../../../events/testing/database.ts";
import { aProgram } from "../../../testing/program.ts";

it("what a list said of people is verified, restored and erased with them", async () => {
  const program = await aProgram();
  const file = join(program.folder, "alumni.csv");
  await writeFile(
    file,
    "Email,Name,Rank,Year\nkim@example.com,Kim Lee,Major,TBD\npat@example.com,Pat Doe,CPT,never\n",
  );
  const records = async () => {
    expect((await program.run(["rebuild"])).code).toBe(0);
    const read = await databaseIn(program.environment.DATA_DIR, "read.db");
    const rows = await read.read("SELECT record FROM members ORDER BY member_id");
    read.close();
    return JSON.stringify(rows.map(({ record }) => JSON.parse(String(record))));
  };
  expect((await program.run(["import", file, "--yes"])).code).toBe(0);
  expect((await program.run(["verify"])).code).toBe(0);
  expect((await program.backUp()).code).toBe(0);
  await program.loseData();
  expect((await program.restore()).code).toBe(0);
  const restored = await records();
  expect(restored).toContain('"text":"TBD"');
  expect(restored).toContain('"rank":"MAJ"');

  const withdrawn = ["invitations", "--expire", "--of", "kim@example.com", "--yes"];
  expect((await program.run(withdrawn)).code).toBe(0);
  const left = await records();
  expect(left).not.toContain('"text":"TBD"');
  expect(left).toContain('"text":"never"');
  expect((await program.run(["verify"])).code).toBe(0);
}, 120_000);
