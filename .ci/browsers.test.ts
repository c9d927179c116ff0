import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { beyondTarget, definedIn, stylesBeyondTarget } from "./browsers.ts";

function found(text: string): readonly string[] {
  const script = parseAst(text) as unknown as Parameters<typeof beyondTarget>[0];
  return beyondTarget(script, new Set(definedIn(script))).map(([name]) => name);
}

describe("the check of files built for browsers", () => {
  it.each([
    ["list.toSorted()", "toSorted"],
    ["URL.canParse(text)", "URL.canParse"],
    ["Promise.withResolvers()", "Promise.withResolvers"],
    ["form.requestSubmit()", "requestSubmit"],
    ["item.ariaHidden = 'true'", "ariaHidden"],
    ["new URLPattern('/')", "URLPattern"],
    ["const own = { toSorted() {} }; list.toSorted()", "toSorted"],
  ])("refuses %s", (text, name) => {
    expect(found(text)).toEqual([name]);
  });

  it.each([
    "list.findLast(isOld); [].at(-1); Object.hasOwn(a, 'b')",
    "element.checkVisibility?.()",
    "const query = { fetch() {} }; query.fetch()",
  ])("lets %s pass", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    "@media (scripting:none){a{color:red}}",
    "@media (width>=40rem){a{color:red}}",
    "@media not (min-width:40rem){a{color:red}}",
    "a,b:has(c){color:red}",
  ])("refuses %s", (sheet) => {
    expect(stylesBeyondTarget(sheet)).toHaveLength(1);
  });

  it("accepts a separate list of selectors that only affects looks", () => {
    const sheet = "@media (max-width:39.99rem) and (hover:hover){a:has(b,c),d:has(e){color:red}}";
    expect(stylesBeyondTarget(sheet)).toEqual([]);
  });
});
