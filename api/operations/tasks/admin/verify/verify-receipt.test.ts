import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../events/testing/database.ts";
import { issueReceipt, receiptLine } from "../../../../../events/verify/receipt.ts";
import { runAdminHere } from "../../../../testing/admin.ts";
import { addPicture, send, signUp } from "../../../../testing/calls.ts";
import { aPdf } from "../../../../testing/pictures.ts";
import { startProduct } from "../../../../testing/process.ts";

/** A data folder from which someone was erased, and the receipt that they were given. */
let folder: string;
/** Its copy, made before a command opens it: what is open makes and removes files. */
let back: string;
let line: string;
let memberId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  const product = await startProduct({ DATA_DIR: folder });
  await signUp(product, "kim");
  const pat = await signUp(product, "pat");
  memberId = pat.id;
  await addPicture(product, pat, new Uint8Array(aPdf()));
  const deleted = await send(product, "DELETE", "/api/account", pat);
  expect(deleted.status).toBe(204);
  line = deleted.headers.get("Erasure-Receipt") ?? "";
  await product.stop();
  back = `${folder}.back`;
  await cp(folder, back, { recursive: true });
}, 60_000);

afterAll(async () => {
  for (const one of [folder, back]) await rm(one, { recursive: true, force: true });
  await rm(`${folder}.erasures`, { force: true });
});

async function verify(receipt: string, environment: Readonly<Record<string, string>> = {}) {
  return await runAdminHere(["verify", "--receipt", receipt], {
    environment: { DATA_DIR: folder, ...environment },
  });
}

describe("npm run admin -- verify --receipt", () => {
  it("confirms the receipt that the person was given, as text or in a file", async () => {
    const { code, stdout, stderr } = await verify(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^The erasure is confirmed\./);
    expect(stdout).toContain("yes  No picture or upload is left");
    expect(stdout).not.toContain("NO ");
    const file = join(await temporaryFolder(), "letter.txt");
    await writeFile(file, `This is my receipt:\n\n> ${line.replaceAll(/(.{60})/g, "$1\n")}\n`);
    expect((await verify(file)).stdout).toBe(stdout);
  }, 60_000);

  it("tells unknown, altered and forged receipts apart, each with its exit code", async () => {
    const mistyped = await verify(
      `${line.slice(0, 60)}${line[60] === "a" ? "b" : "a"}${line.slice(61)}`,
    );
    expect(mistyped).toMatchObject({ code: 2, stdout: "" });
    expect(mistyped.stderr).toContain("The receipt is incomplete or mistyped");
    const none = await verify("receipt.txt");
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain('There is no receipt in "receipt.txt"');

    const [, erasureId = "", position = "", at = "", hash = ""] = line.split("_");
    const recorded = { eventId: erasureId, position: Number(position), atMs: Date.parse(at), hash };
    const ownKey = new Uint8Array(randomBytes(32));
    const altered = issueReceipt({ ...recorded, position: 1 }, ownKey);
    expect(await verify(receiptLine(altered))).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("This receipt was altered"),
    });
    const forged = issueReceipt({ ...recorded, eventId: crypto.randomUUID() }, ownKey);
    expect(await verify(receiptLine(forged))).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringContaining("This program never issued this receipt"),
    });
  }, 60_000);

  it("is not confirmed once a picture is back", async () => {
    const pictures = join(back, "objects", "pictures", memberId);
    await mkdir(pictures, { recursive: true });
    await writeFile(join(pictures, "one.pdf"), aPdf());
    const { code, stdout, stderr } = await verify(line, { DATA_DIR: back });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("NO   No picture or upload is left: there is one");
  }, 60_000);
});
