import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { visibleText } from "./visible-text.ts";
import { readWords, wrongWords } from "./words.ts";

const wordsFile = () => readFile(".ci/words.txt", "utf8");

describe("what people can read in a source", () => {
  const read = (source: string) => visibleText(source).map(({ text }) => text);

  it("is the text of a tag with the tags in it, and what labels it", () => {
    const page = `const page = <p className="page-head" title="Open it">
      Write to <a href="/x">{name}</a>, or
      <b>call</b>.
    </p>;`;
    expect(read(page)).toEqual(["Open it", "Write to {…}, or call."]);
  });

  it("is a message that is put together", () => {
    expect(
      read('throw new Problem(400, `${n} files` + " can\'t be read" + (n > 1 ? ", or more" : ""))'),
    )
      .toEqual(["{…} files can't be read{…}", ", or more"]);
  });

  it("is not what programs read", () => {
    const code = `import "a b c"; type Kind = "one two";
      if (kind === "one two") db.execute("SELECT a FROM b"); el.querySelector("a b");
      const sql = "UPDATE members SET a = ?"; // a comment
      const path = "/directory/{id}";`;
    expect(read(code)).toEqual([]);
  });

  it("has its line", () => {
    expect(visibleText('\n\nconst a = "Sign in";')).toEqual([{ line: 3, text: "Sign in" }]);
  });
});

describe("words that are kept out", () => {
  const planted = visibleText("const page = <p>Nobody waits to be let in.</p>;");

  it("are found in a sentence", async () => {
    expect(wrongWords(readWords(await wordsFile()), "web/pages/new.tsx", planted)).not.toEqual([]);
  });

  it("are allowed where an exception gives its reason", () => {
    const words = "nobody -> no one\n" + 'except web/pages "Nobody waits" because it is quoted';
    expect(wrongWords(readWords(words), "web/pages/new.tsx", planted)).toEqual([]);
    expect(wrongWords(readWords(words), "api/new.ts", planted)).toHaveLength(1);
    expect(() => readWords('except web/pages "Nobody waits"')).toThrow("no phrase");
  });
});
