import { expect, it } from "vitest";
import { recordsIn } from "../../../../events/testing/rows.ts";
import { signInStaff, signUpStaff } from "../../../testing/staff.ts";
import { aProgram } from "../../../testing/program.ts";
import { withRowsOf } from "../../../testing/stopped-rows.ts";

it("people's data from a list is verified, restored and erased with them", async () => {
  const program = await aProgram();
  const product = await program.start();
  const staff = await signUpStaff(product);
  const table =
    "Email,Name,Rank,Year\nkim@example.com,Kim Lee,Major,TBD\npat@example.com,Pat Doe,CPT,never\n";
  const file = new FormData();
  file.set("file", new File([table], "alumni.csv"));
  await staff.post("/program/import", file);
  await staff.post("/program/import", { does: "start" });
  await expect.poll(() => staff.page("/program/invitations")).toContain("Pat Doe");
  await product.stop();
  const records = async () => {
    expect((await program.run(["rebuild"])).code).toBe(0);
    return JSON.stringify(await withRowsOf(program.environment, recordsIn));
  };
  expect((await program.run(["verify"])).code).toBe(0);
  expect((await program.backUp()).code).toBe(0);
  await program.loseData();
  await program.restore();
  const restored = await records();
  expect(restored).toContain('"text":"TBD"');
  expect(restored).toContain('"rank":"MAJ"');

  const again = await program.start();
  const back = await signInStaff(again);
  const [, memberId = ""] =
    /Kim Lee[^]*?name="memberId" value="([^"]+)"/.exec(await back.page("/program/invitations")) ??
      [];
  await back.post("/program/invitations", { does: "withdraw", memberId });
  await again.stop();
  const left = await records();
  expect(left).not.toContain('"text":"TBD"');
  expect(left).toContain('"text":"never"');
  expect((await program.run(["verify"])).code).toBe(0);
});
