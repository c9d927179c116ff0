import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Filling, Frame, slot } from "./frame.ts";
import { escapeText } from "./markup.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (filled: Uint8Array) => new TextDecoder().decode(filled);

function filling(said: Partial<Record<keyof Filling, string>>): Filling {
  const names: (keyof Filling)[] = [
    ...["nonce", "member", "title", "refresh", "address"] as const,
    ...["name", "initials", "picture", "waiting", "content", "toast", "seeds"] as const,
  ];
  return Object.fromEntries(names.map((name) => [name, bytes(said[name] ?? "")])) as Filling;
}

it("fills every slot, even if it occurs several times", () => {
  const frame = new Frame(`<i n="${slot("nonce")}">${slot("content")}</i n="${slot("nonce")}">é`);
  expect(textOf(frame.fill(filling({ nonce: "n1", content: "ü" })))).toBe(
    '<i n="n1">ü</i n="n1">é',
  );
  expect(textOf(frame.fill(filling({ nonce: "n2" })))).toBe('<i n="n2"></i n="n2">é');
});

it("doesn't fill slots within a filling", () => {
  const frame = new Frame(`${slot("title")}|${slot("content")}`);
  const sly = filling({ title: slot("content"), content: slot("nonce"), nonce: "secret" });
  expect(textOf(frame.fill(sly))).toBe(`${slot("content")}|${slot("nonce")}`);
});

it("escapes texts as React does", () => {
  const text = `Pat & "Sam" <b>O'Neil</b> é &amp; \u2028`;
  expect(escapeText(text)).toBe(renderToStaticMarkup(<>{text}</>));
  const [, value] = /title="([^]*)">/.exec(renderToStaticMarkup(<b title={text}></b>)) ?? [];
  expect(escapeText(text)).toBe(value);
});
