import { describe, expect, it } from "vitest";
import { readReceipt, receiptLine } from "../../../events/verify/receipt.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";

const site = await createTestSite({ members: [aMember({ memberId: "dana", role: "alumni" })] });
const deleted = await site.send("/profile/delete-account", {}, "dana");
const line = deleted.headers.get("Erasure-Receipt") ?? "";

/** How the site answers a browser that has the cookie of a receipt. */
const ask = (path: string, cookie: string) =>
  site.request(path, { headers: { Cookie: `erasure-receipt=${encodeURIComponent(cookie)}` } });

/** The receipt that the answer has. */
function receiptIn(text: string) {
  const read = readReceipt(text);
  if (read.is !== "receipt") throw new Error(`No receipt: ${text}`);
  return read.receipt;
}

describe("the receipt of an erasure", () => {
  it("is shown with all its values after the account was deleted without script", async () => {
    const [set = ""] = deleted.headers.getSetCookie()
      .filter((header) => header.startsWith("erasure-receipt="));
    expect(set).toMatch(/Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax/);
    const headers = { Cookie: set.split(";")[0] ?? "" };
    const landing = await (await site.request("/", { headers })).text();
    expect(landing).toContain('href="/erasure-receipt"');
    const html = await (await site.request("/erasure-receipt", { headers })).text();
    const { erasureId, position, hash } = receiptIn(line);
    expectTexts(html, [erasureId, "2026-11-20 12:00:00.000", `>${position}<`, hash, line]);
    expect(html).not.toContain("dana");
  });

  it("can be saved as a text", async () => {
    const answer = await ask("/erasure-receipt.txt", line);
    expect(answer.headers.get("Content-Disposition")).toBe(
      'attachment; filename="erasure-receipt.txt"',
    );
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text.split("\n")).toContain(line);
    expect(text).toContain(`Log position  ${receiptIn(line).position}`);
  });

  it.each([
    ["nothing", () => ""],
    ["no receipt", () => "nonsense"],
    ["a mistyped one", () => line.replace(/_\d+_/, "_999_")],
    ["markup", () => "<script>".repeat(9)],
    // All its checks are right; only the program's signature is missing.
    ["a forged one", () => receiptLine({ ...receiptIn(line), signature: "0".repeat(32) })],
  ])("is not shown to a browser that has %s", async (_, cookie) => {
    for (const path of ["/erasure-receipt", "/erasure-receipt.txt"]) {
      const answer = await ask(path, cookie());
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
    }
    expect(await (await ask("/", cookie())).text()).not.toContain("/erasure-receipt");
  });
});
