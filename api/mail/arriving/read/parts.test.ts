import { describe, expect, it } from "vitest";
import { contentOf, contentOfLines, letter, refused } from "../testing/contents.ts";
import { mixed, type SourcePart, textPart, typed } from "../testing/mail-source.ts";

describe("the structure of a mail", () => {
  const inner = "Content-Type: multipart/mixed; boundary=";
  const type = `${inner}"b"`;
  it.each<[string, readonly string[], string]>([
    [
      "a line that begins as a boundary does",
      ["--b", "", "One", "--bb", "--b x", "--b--"],
      "One\n--bb\n--b x",
    ],
    ["blanks after a boundary", ["--b \t", "", "One", "--b--  "], "One"],
    ["no end", ["--b", "", "One"], "One"],
    ["text before and after the parts", ["Before", "--b", "", "One", "--b--", "After"], "One"],
    [
      "a part without a body",
      ["--b", "Content-Type: text/plain", "--b", "", "One", "--b--"],
      "One",
    ],
    [
      "parts inside without an end",
      ["--b", `${inner}c`, "", "--c", "", "One", "--b", "", "Two", "--b--"],
      "One\nTwo",
    ],
    ["a boundary after the end", ["--b", "", "One", "--b--", "--b", "", "Two"], "One"],
    [
      "parts inside with the same boundary",
      ["--b", `${inner}b`, "", "--b", "", "One", "--b--", "--b", "", "Two", "--b--"],
      "One\nTwo",
    ],
    ["an end of another's", ["--b", "", "One", "--c--", "--b--"], "One\n--c--"],
  ])("is read as mail programs do: %s", (_, lines, text) => {
    expect(contentOfLines(type, "", ...lines)).toEqual(letter(text));
  });

  it("is that of the first of two types, and of the first of two boundaries", () => {
    const lines = ["", "--b", "", "One", "--b--"];
    expect(contentOfLines(`${type}; boundary=c`, ...lines)).toEqual(letter("One"));
    const types = ["Content-Type: text/plain", "Content-Type: text/html"];
    expect(contentOfLines(...types, "", "<b>")).toEqual(letter("<b>"));
  });

  it.each<[string, SourcePart]>([
    ["more than 200 parts", mixed(...Array(200).fill(textPart("x")))],
    [
      "too many lines that begin as boundaries do",
      mixed(typed("text/x-sql", "--x\n".repeat(300_000)), textPart("Hello")),
    ],
    ["more than 10 levels", nested(10)],
    ["long headers", { fields: [`Subject: ${"x".repeat(65_536)}`], body: new Uint8Array() }],
    [
      "long headers of parts",
      mixed(...Array(70).fill(typed(`text/plain\r\nX: ${"x".repeat(2000)}`, ""))),
    ],
  ])("is not read when no person's mail has it: %s", (_, part) => {
    expect(contentOf(part)).toEqual(refused("unreadable"));
  });

  it("is read up to these limits", () => {
    expect(contentOf(mixed(...Array(199).fill(textPart("x")))).is).toBe("letter");
    expect(contentOf(nested(9)).is).toBe("letter");
  });
});

function nested(levels: number): SourcePart {
  return Array.from({ length: levels }).reduce<SourcePart>(
    (part) => mixed(part),
    textPart("Hello"),
  );
}
