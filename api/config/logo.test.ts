import { describe, expect, it } from "vitest";
import { checkLogo } from "./logo.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inner}</svg>`;

describe("a logo", () => {
  it("is a PNG or a plain SVG", () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    expect(checkLogo(png)).toMatchObject({ type: "image/png", bytes: png });
    const drawn = `<?xml version="1.0"?>\n<!-- a mark -->\n` +
      svg(
        '<defs><linearGradient id="a"><stop offset="1" stop-color="#fff"/></linearGradient></defs>' +
          '<g fill="url(#a)"><path d="M0 0h8v8z"/><use href="#b"/></g><title>Mark</title>',
      );
    expect(checkLogo(bytes(drawn))).toMatchObject({ type: "image/svg+xml" });
  });

  it.each([
    ["<script>alert(1)</script>", "<script>"],
    ["<style>a{}</style>", "<style>"],
    ["<foreignObject/>", "<foreignObject>"],
    ['<image href="https://example.com/a.png"/>', "<image>"],
    ['<a href="https://example.com"/>', "<a>"],
    ['<path onclick="alert(1)"/>', "onclick"],
    ['<use href="https://example.com/a.svg#b"/>', "href"],
    ['<use xlink:href="data:image/svg+xml,x"/>', "xlink:href"],
    ['<path fill="url(https://example.com/a)"/>', "fill"],
    ['<path fill="URL( https://example.com/a)"/>', "fill"],
    ['<path style="background:url(x)"/>', "style"],
    ["<path fill=red/>", "plain SVG"],
    ["<![CDATA[x]]>", "plain SVG"],
    ['<animate attributeName="href"/>', "<animate>"],
    ["<svg:script>1</svg:script>", "<svg:script>"],
  ])("is refused with %s in it", (inner, named) => {
    expect(checkLogo(bytes(svg(inner)))).toContain(named);
  });

  it.each([
    ["GIF89a", "PNG or an SVG"],
    ["<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg(""), "PNG or an SVG"],
    [svg("", ' onload="alert(1)"'), "onload"],
    [svg("x".repeat(100_001)), "at most 100 KB"],
  ])("is refused where it is something else", (text, named) => {
    expect(checkLogo(bytes(text))).toContain(named);
  });
});
