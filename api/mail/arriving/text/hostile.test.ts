import process from "node:process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutHtml, cutText } from "./cut-text.ts";
import { maskKnown } from "./mask-known.ts";
import { replyMarker } from "./reply-marker.ts";

/** As much text as a mail may have. */
const size = 256 * 1024;
/** Far above what any takes, as tests share a machine; time that grows with the square takes minutes. */
const mostMs = 1000;
const known = { addresses: ["sam@example.com"], numbers: ["+1 831 555 0142"] };

const text = (body: string) => cutText(body);
const flowed = (body: string) => cutText(body, { isFlowed: true });
const mask = (body: string) => maskKnown(body, known);

/** What is repeated until it fills a mail. */
const pieces: readonly (readonly [(body: string) => unknown, readonly string[]])[] = [
  [text, [
    ..."\n >-_<:@*：\u00a0\t\u202e\ud800",
    ...[
      ">\n",
      "-- \n",
      "--\n",
      "a:\n",
      "a \n",
      " \n",
      "*\n",
      "a\n> b\n",
      "//SIGNED//\n",
      "_____\n",
    ],
    ...["On wrote:\n", "On 1/1/2026 at 10:00 a <b@c> wrote\n", "2026 10:00\n:\n", "<a@b>", "a@b, "],
    ...[
      "From: a@b\n",
      "From: a@b\nTo: b\nFrom: ",
      "From:\nTo:\nSubject:\n",
      "cc: x\n",
      "-----Original",
    ],
    ...[
      "Sent from my ",
      "Sent from my iPhone\n",
      "This message ",
      "This message confidential delete\n\n",
    ],
    ...["Write\n", "## Write your reply above this\n", "[image: ", "[cid:a", "\n \n"],
  ]],
  [flowed, [" ", "a \n", "> \n", ">", ">> a \n> b \n", "-- \n"]],
  [cutHtml, [
    ...[
      "<",
      "< ",
      "</",
      "<!",
      "<!--",
      "<?",
      "<a ",
      "<a",
      "<a b='",
      '<a b="',
      "<a b=c ",
      "<a =",
      "<a b c",
    ],
    ...[
      "<div>",
      "<b>",
      "</b>",
      "<p>",
      "<li>",
      "<td>",
      "<br>",
      "<hr>",
      "<pre>\n",
      "<body>",
      "<div><b>",
      "<b></div>",
    ],
    ...[
      "<b><i></b>",
      "<b><b><b><b><b><b><b><b></i>",
      "<blockquote>x",
      "<blockquote type=cite>x</div>",
    ],
    ...[
      "<style>",
      "<style></style>",
      "<script",
      "<title>",
      "<span style='display:none'>",
      "<p style=';;;;'>",
    ],
    ...["&", "&#", "&amp", "&nbsp;", "&#x10ffff;", "\u00a0", "\n"],
  ]],
  [mask, [
    ..."1a(+@\n ",
    "1 ",
    "8315550142",
    "8 3 1 5 5 5 0 1 4 2 ",
    "0",
    "sam+",
    "sam (",
    "sam ( at ",
    "sam@example ",
  ]],
];

it("takes time in proportion to the length of any text", () => {
  const slow: { piece: string; ms: number }[] = [];
  let most = { piece: "", ms: 0 };
  for (const [run, all] of pieces) {
    for (const piece of all) {
      const body = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
      const start = process.cpuUsage();
      run(body);
      const { user, system } = process.cpuUsage(start);
      const one = { piece: `${run.name} ${JSON.stringify(piece)}`, ms: (user + system) / 1000 };
      if (one.ms > most.ms) most = one;
      if (one.ms > mostMs) slow.push(one);
    }
  }
  expect(slow).toEqual([]);
  if (process.env.SHOW_TIMES) console.log("slowest of 256 KB:", most);
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);
/** Lines that mean something to the rules, and words. */
const line = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
  fc.tuple(fc.constantFrom("> ", ">> ", "- ", "From: ", "To: ", "Date: ", "Subject: "), word).map((
    parts,
  ) => parts.join("")),
  fc.constantFrom(
    ...[
      "",
      "-- ",
      "--",
      replyMarker,
      "_____",
      "//SIGNED//",
      "Sent from my iPhone",
      "-----Original Message-----",
    ],
    ...[
      "On Jan 5, 2026 at 1:07 PM Sam <sam@example.com> wrote:",
      "From: sam@example.com",
      "Sent: 5 Jan 13:07",
    ],
  ),
);
const lines = fc.array(line, { maxLength: 30 });
const wordsOf = (body: string) => body.split(/\s+/).filter((part) => part !== "").sort();

describe("any text", () => {
  it("has every word in what stays or in what is cut", () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (all, isFlowed) => {
        const body = all.join(isFlowed ? "\r\n" : "\n");
        const { text, cut } = isFlowed ? flowed(body) : cutText(body);
        const everything = wordsOf([text, ...cut.map((part) => part.text)].join("\n"));
        expect(everything).toEqual(wordsOf(body));
      }),
      { numRuns: 500 },
    );
  });

  it("has all its lines in order where no mark is", () => {
    const plain = fc.string({ unit: "grapheme", maxLength: 60 })
      .filter((part) => !/[>\-_=*]{2}|^\s?>|[:：]|signed|sent|gesendet|我|から|보냄/i.test(part))
      .map((part) => part.replace(/[\p{C}\s]+/gu, " ").trim());
    fc.assert(fc.property(fc.array(plain, { maxLength: 20 }), (all) => {
      const { text, cut } = cutText(all.join("\n"));
      expect(cut).toEqual([]);
      expect(text.split("\n").filter((part) => part !== "")).toEqual(
        all.filter((part) => part !== ""),
      );
    }));
  });

  it("never has a line in what stays that starts as a quote", () => {
    fc.assert(fc.property(lines, (all) => {
      expect(cutText(all.join("\n")).text).not.toMatch(/^>/m);
    }));
  });

  it("has none of what is below our marker, where that is not quoted", () => {
    fc.assert(fc.property(lines, lines, (above, below) => {
      const secret = below.map((part) => part.replace(/[a-z]+/g, "$&ZQ")).join("\n");
      expect(cutText([...above, replyMarker, secret].join("\n")).text).not.toContain("ZQ");
    }));
  });
});

describe("any HTML", () => {
  const piece = fc.oneof(
    word,
    fc.constantFrom(
      ...[
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<b>",
        "</b>",
        "<br>",
        "<hr>",
        "<li>",
        "<td>",
        "</table>",
        "<pre>",
        "<",
        ">",
      ],
      ...[
        "<blockquote>",
        "<blockquote type=cite>",
        "</blockquote>",
        '<div class="gmail_attr">',
        "<span style='x",
        "&lt;",
      ],
      ...[
        '<div id="Signature">',
        "<!--",
        "-->",
        "<style>",
        "</style>",
        '"',
        "'",
        " ",
        "\n",
        "&#0;",
        "</",
        "<!x>",
      ],
    ),
  );

  it("is read without a tag or a comment in what stays", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (all) => {
        const { text, cut } = cutHtml(all.join(""));
        const everything = [text, ...cut.map((part) => part.text)].join("\n");
        expect(everything).not.toMatch(/<\/?(?:p|div|b|blockquote|span|style)\b|<!--/);
      }),
      { numRuns: 500 },
    );
  });

  it("has all its words where elements are closed", () => {
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.tuple(
          fc.constantFrom("div", "p", "b", "span", "blockquote", "li", "td", "pre", "font"),
          fc.array(tie("node"), { maxLength: 4 }),
        ).map(([name, inside]) => `<${name}> ${inside.join(" ")} </${name}>`),
      ),
    })).node as fc.Arbitrary<string>;
    fc.assert(fc.property(tree, (html) => {
      expect(wordsOf(cutHtml(html).text).filter((part) => part !== "-")).toEqual(
        wordsOf(html.replace(/<[^>]*>/g, "")),
      );
    }));
  });
});
