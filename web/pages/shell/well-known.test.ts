import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { expectTexts } from "../../testing/expect-answer.ts";
import { createTestSite } from "../../testing/site.ts";

const site = await createTestSite({ members: [] });

async function sizeOf(path: string) {
  const answer = await site.get(path);
  expect([path, answer.status, answer.headers.get("Content-Type")])
    .toEqual([path, 200, "image/png"]);
  const { format, width, height, hasAlpha } = await sharp(await answer.arrayBuffer()).metadata();
  return [format, width, height, hasAlpha];
}

describe("files that phones and browsers request from every site", () => {
  it.each([
    ["/apple-touch-icon.png", 180],
    ["/apple-touch-icon-precomposed.png", 180],
    ["/favicon.ico", 32],
  ])("has a picture at %s", async (path, edge) => {
    expect(await sizeOf(path)).toEqual(["png", edge, edge, false]);
  });

  it("include a manifest with the program's name and color, and existing icons", async () => {
    const answer = await site.get("/manifest.webmanifest");
    expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
    const { icons, ...manifest } = await answer.json();
    expect(manifest).toMatchObject({
      name: "TCU Army ROTC Alumni Connect",
      short_name: "TCU Alumni",
      theme_color: "#4d1979",
    });
    const mark = await site.get(icons[0].src);
    expect([icons[0].src, mark.headers.get("Content-Type")]).toEqual([
      "/icon.svg",
      "image/svg+xml",
    ]);
    expect(await mark.text()).toContain('xmlns="http://www.w3.org/2000/svg"');
    const pictures = icons.filter(({ type }: { type: string }) => type === "image/png");
    expect(pictures).toHaveLength(2);
    for (const { src, sizes } of pictures) {
      const [, width, height] = await sizeOf(src);
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it("include a title of the front page for tabs and link previews", async () => {
    const html = await site.page("/");
    expectTexts(html, [
      "<title>TCU Army ROTC Alumni Connect</title>",
      '<meta property="og:title" content="TCU Army ROTC Alumni Connect"/>',
      '<meta name="theme-color" content="#4d1979"/>',
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
      '<link rel="manifest" href="/manifest.webmanifest"/>',
    ]);
  });
});
