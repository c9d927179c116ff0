import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createTestSite } from "../../testing/site.ts";

const site = createTestSite({ members: [] });

async function sizeOf(path: string) {
  const answer = await site.get(path);
  expect([path, answer.status, answer.headers.get("Content-Type")])
    .toEqual([path, 200, "image/png"]);
  const { format, width, height, hasAlpha } = await sharp(await answer.arrayBuffer()).metadata();
  return [format, width, height, hasAlpha];
}

describe("what phones and browsers ask every site for", () => {
  it.each([
    ["/apple-touch-icon.png", 180],
    ["/apple-touch-icon-precomposed.png", 180],
    ["/favicon.ico", 32],
  ])("has a picture at %s", async (path, edge) => {
    expect(await sizeOf(path)).toEqual(["png", edge, edge, false]);
  });

  it("has a manifest with icons that are there", async () => {
    const answer = await site.get("/manifest.webmanifest");
    expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
    const { icons } = await answer.json();
    const pictures = icons.filter(({ type }: { type: string }) => type === "image/png");
    expect(pictures).toHaveLength(2);
    for (const { src, sizes } of pictures) {
      const [, width, height] = await sizeOf(src);
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it("names the front page by what it is, for tabs and for who gets a link to it", async () => {
    const html = await site.page("/");
    expect(html).toContain("<title>TCU Army ROTC Alumni Connect</title>");
    expect(html).toContain('<meta property="og:title" content="TCU Army ROTC Alumni Connect"/>');
    expect(html).toContain('<meta name="theme-color" content="#4d1979"/>');
    expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>');
  });
});
