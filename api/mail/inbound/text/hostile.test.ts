import process from "node:process";
import { expect, it } from "vitest";
import { cutHtml, cutText } from "../testing/cut-body.ts";
import { maskKnown } from "./mask-known.ts";

/** The maximum text of a mail. */
const size = 256 * 1024;
/** Far above the usual time, because tests share a machine. Quadratic time would take minutes. */
const mostMs = 1000;
const known = { addresses: ["sam@example.com"], numbers: ["+1 831 555 0142"] };

const text = (body: string) => cutText(body);
const flowed = (body: string) => cutText(body, { isFlowed: true });
const below = (body: string) => cutText(`Yes.\n\nV/R\nSam\n${body}`);
const mask = (body: string) => maskKnown(body, known);

const split = (text: string) => text.split("|");

/** Each is repeated until it fills a mail. */
const pieces: readonly (readonly [(body: string) => unknown, readonly string[]])[] = [
  [text, [
    ..."\n >-_<:@*：\u00a0\t\u202e\ud800",
    ...split(
      ">\n|-- \n|--\n|a:\n|a \n| \n|*\n|a\n> b\n|//SIGNED//\n|_____\n|<a@b>|a@b, |Write\n|\n \n",
    ),
    ...split(
      "On wrote:\n|On 1/1/2026 at 10:00 a <b@c> wrote\n|2026 10:00\n:\n|cc: x\n|-----Original",
    ),
    ...split("From: a@b\n|From: a@b\nTo: b\nFrom: |From:\nTo:\nSubject:\n|[image: |[cid:a"),
    ...split(
      "Sent from my |Sent from my iPhone\n|This message |This message confidential delete\n\n",
    ),
    "## Write your reply above this\n",
  ]],
  [flowed, split(" |a \n|> \n|>|>> a \n> b \n|-- \n")],
  [below, [
    ..."1(@",
    ...split(
      "a |a_|a@b.|a at b |(at)|a (at) b|a.b/|$1-|+1|915 |1 Jan |c: | - |call me\n|a,\nSam\n",
    ),
  ]],
  [cutHtml, [
    ...split(
      "<|< |</|<!|<!--|<?|<a |<a|<a b='|<a b=\"|<a b=c |<a =|<a b c|<div>|<b>|</b>|<p>|<li>|<td>",
    ),
    ...split("<br>|<hr>|<pre>\n|<body>|<div><b>|<b></div>|<b><i></b>|<b><b><b><b><b><b><b><b></i>"),
    ...split("<blockquote>x|<blockquote type=cite>x</div>|<style>|<style></style>|<script|<title>"),
    ...split("<span style='display:none'>|<p style=';;;;'>|&|&#|&amp|&nbsp;|&#x10ffff;|\u00a0|\n"),
  ]],
  [mask, [
    ..."1a(+@\n ",
    ...split("1 |8315550142|8 3 1 5 5 5 0 1 4 2 |0|sam+|sam (|sam ( at |sam@example "),
  ]],
];

it("takes time proportional to the length of any text", () => {
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
