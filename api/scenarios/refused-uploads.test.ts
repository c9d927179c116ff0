import { expect, it } from "vitest";
import { send } from "../testing/calls.ts";
import { aProgram } from "../testing/program.ts";

it("keeps working after backups were refused or broke off during the upload", async () => {
  const program = await aProgram();
  const product = await program.start();
  await expect.poll(() => product.written()).toContain("first-staff?token=");
  const token = /first-staff\?token=([\w-]+)/.exec(product.written())?.[1] ?? "";
  const post = async (bytes: number, sent: number, until?: AbortSignal) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ token, bytes: String(bytes) })) {
      form.append(name, value);
    }
    form.append("file", new Blob([new Uint8Array(sent)]), "alumni-2026-11-21T03-00-00Z.age");
    const headers = { Origin: product.origin };
    const url = new URL("/restore/backup", product.origin);
    const answer = await fetch(url, { method: "POST", headers, body: form, signal: until ?? null });
    await answer.body?.cancel();
    return answer.status;
  };
  // One is announced as too large, one is cut off by a proxy or a leaving browser.
  expect(await post(9e9, 20e6).catch(() => 400)).toBe(400);
  await post(60e6, 60e6, AbortSignal.timeout(50)).catch(() => undefined);
  expect(await post(30e6, 20e6)).toBe(400);
  expect((await send(product, "GET", "/readyz")).status).toBe(200);
  await product.stop();
});
