import { numeral } from "./formats/numeral.ts";
import type { Audience } from "./report.ts";
import { shareFigure } from "./tables.ts";

export type Words = ReturnType<typeof wordsFor>;

export function wordsFor(audience: Audience) {
  const isShared = audience === "share";
  const said = (count: number, zero: string) => {
    const figure = isShared ? shareFigure(count) : count;
    return figure === 0 ? zero : typeof figure === "number" ? numeral(figure) : String(figure);
  };
  const many = (count: number, one: string, more = `${one}s`) =>
    `${said(count, "no")} ${count === 1 && !isShared ? one : more}`;
  return {
    isShared,
    /** Smallest number that is shown. */
    least: isShared ? 5 : 1,
    /** Start of a sentence about fewer than `least`. */
    few: isShared ? "Fewer than 5" : "No",
    /** `1,234`, `none`, or `fewer than 5`. */
    alone: (count: number): string => said(count, "none"),
    /** With its noun: `1 request`, `no requests`. */
    many,
    /** `1 person`, `no one`. */
    people: (count: number): string =>
      count === 0 && !isShared ? "no one" : many(count, "person", "people"),
    /** `once`, `3 times`. */
    times: (count: number): string =>
      count === 1 && !isShared ? "once" : `${said(count, "0")} times`,
  };
}

export const is = (count: number, one = "is", more = "are") => count === 1 ? one : more;
export const list = (texts: readonly string[]) => new Intl.ListFormat("en-US").format(texts);

const mostNames = 3;

export function names(all: readonly string[], { isShared }: Words): string {
  const first = all.slice(0, mostNames);
  if (all.length > mostNames + 1) {
    return `${first.join(", ")} or ${isShared ? "some" : all.length - mostNames} others`;
  }
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(all);
}

export function sentence(text: string): string {
  return text.replace(/(^|\. )(\p{Ll})/gu, (found) => found.toUpperCase());
}
