import { describe, expect, it } from "vitest";
import { receiptLine } from "../../../events/verify/receipt.ts";
import { aMember } from "../../testing/members.ts";
import { aReceipt } from "../../testing/memory-accounts.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";

const receipt = aReceipt("2026-11-20T12:00:00.000Z");
const line = receiptLine(receipt);

/** A site, and how it answers a browser that has the cookie of a receipt. */
function siteWithReceipt(cookie: string = line) {
  const { app } = createTestSite({ members: [aMember({ memberId: "dana" })] });
  const headers = { Cookie: `erasure-receipt=${encodeURIComponent(cookie)}` };
  return (path: string) => app.request(path, { headers });
}

describe("the receipt of an erasure", () => {
  it("is shown with all its values after the account was deleted without script", async () => {
    const site = createTestSite({ members: [aMember({ memberId: "dana", role: "alumni" })] });
    const deleted = await site.send("/profile/delete-account", {}, "dana");
    const [cookie = ""] = deleted.headers.getSetCookie()
      .filter((header) => header.startsWith("erasure-receipt="));
    expect(cookie).toMatch(/Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax/);
    const headers = { Cookie: cookie.split(";")[0] ?? "" };
    const landing = await (await site.app.request("/", { headers })).text();
    expect(landing).toContain('href="/erasure-receipt"');
    const html = await (await site.app.request("/erasure-receipt", { headers })).text();
    expectTexts(html, [receipt.erasureId, "2026-11-20 12:00:00.000", ">42<", receipt.hash, line]);
    expect(html).not.toContain("dana");
  });

  it("can be saved as a text", async () => {
    const answer = await siteWithReceipt()("/erasure-receipt.txt");
    expect(answer.headers.get("Content-Disposition")).toBe(
      'attachment; filename="erasure-receipt.txt"',
    );
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text.split("\n")).toContain(line);
    expect(text).toContain(`Log position  42`);
  });

  /** With all its checks right; only the program's signature is missing. */
  const forged = receiptLine({ ...receipt, signature: "0".repeat(32) });

  it.each(["", "nonsense", line.replace("_42_", "_43_"), `${"<script>".repeat(9)}`, forged])(
    "is not shown to a browser that has none, but %j",
    async (cookie) => {
      const ask = siteWithReceipt(cookie);
      for (const path of ["/erasure-receipt", "/erasure-receipt.txt"]) {
        const answer = await ask(path);
        expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
      }
      expect(await (await ask("/")).text()).not.toContain("/erasure-receipt");
    },
  );
});
