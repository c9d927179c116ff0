/**
 * Bodies of made-up answers in the shapes of real mail programs, with strings planted where no sentence of the author's
 * own is.
 */
import { createRandom, type Random } from "../../../../events/testing/random.ts";
import { replyMarker } from "../text/reply-marker.ts";
import type { Body, Layout } from "./shape-parts.ts";
import { type Program, programs } from "./shape-programs.ts";
import { type ShapeWords, shapeWords } from "./shape-words.ts";

export interface MailShape extends Body {
  /** Program, layout and language. */
  readonly name: string;
  readonly language: string;
  /** Sentences that the author wrote, in order. Programs wrap them, so white space counts as one space. */
  readonly written: readonly string[];
  /** Strings in quotes, headers and signatures. All of them must be cut. */
  readonly planted: readonly string[];
}

/** Contacts of the author that the product knows. Some programs put them below the text, without a mark. */
export const knownContacts = {
  addresses: ["sam.carter@example.edu", "s.carter.home@example.com"],
  numbers: ["+1 831 555 0142"],
};

/** 540 mails, always the same. Half of them answer a letter with our marker. */
export function mailShapes(): readonly MailShape[] {
  const random = createRandom(3 ** 7);
  return programs.flatMap((program) =>
    program.layouts.flatMap((layout) =>
      shapeWords.flatMap((words) =>
        [true, false].map((isMarked) => makeShape(program, layout, words, isMarked, random))
      )
    )
  );
}

export const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** Sentences that are missing, or out of order. */
export function missingSentences(written: readonly string[], text: string): readonly string[] {
  let from = 0;
  return written.map(oneLine).filter((sentence) => {
    const at = text.indexOf(sentence, from);
    if (at >= 0) from = at + sentence.length;
    return at < 0;
  });
}

function makeShape(
  program: Program,
  layout: Layout,
  words: ShapeWords,
  isMarked: boolean,
  random: Random,
): MailShape {
  const number = () => 100_000 + random.int(900_000);
  const planted: string[] = [];
  const plant = (text: string) => {
    planted.push(text);
    return text;
  };
  const paragraphs = random.some(words.sentences, 2, 4)
    .map((sentence) => sentence.replace("{n}", String(number())));
  const letter = [
    ...(isMarked ? [replyMarker, ""] : []),
    "Hello Sam,",
    "",
    `${plant(`Morgan Quill ${number()}`)} sent you a message:`,
    "",
    `Could we meet in ${plant(`Building ${number()}`)}, and would ${
      plant(`ridge-${number()}`)
    } be a good place to start from?`,
    `My own address is ${plant(`morgan.${number()}@example.com`)}.`,
    "",
    "Read and reply:",
    `https://alumni.example.edu/connections/${plant(`t${number()}`)}`,
    "",
    `You got this email because ${plant(`reason-${number()}`)}.`,
  ];
  const signature = [
    plant(`Sam Carter ${number()}`),
    `CDT, ${plant(`Company ${number()}`)}`,
    `Cell: ${plant(`(831) 555-${String(number()).slice(-4)}`)}`,
    plant(`sam.${number()}@example.com`),
    `https://${plant(`host-${number()}.example.com`)}/~sam`,
  ];
  const body = program.write({
    words,
    layout,
    paragraphs,
    letter,
    signature,
    contacts: ["Sam.Carter@Example.edu", "(831) 555-0142", "s.carter.home@example.com"],
    name: plant(`Alumni Connect ${number()}`),
    address: plant(`reply+${number()}@alumni.example.edu`),
    to: plant(`private.${number()}@home.example.com`),
    subject: `Re: ${plant(`Subject ${number()}`)}`,
  });
  return {
    ...body,
    name: `${program.name}, ${layout}, ${words.language}${isMarked ? "" : ", no marker"}`,
    language: words.language,
    written: paragraphs,
    planted,
  };
}
