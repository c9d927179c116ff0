import { createContext, createElement, type ReactNode, useContext } from "react";

/** Marks in what a page's islands are rendered as, for markup that is kept. */
export interface Marks {
  /**
   * What to leave a mark for.
   *
   * @param content Renders it, when it is not known.
   * @returns What the mark says.
   */
  leave(memberId: string, part: string, content: () => ReactNode): string;
}

/** Without them, as in a browser, everything is rendered where it stands. */
export const MarksContext = createContext<Marks | undefined>(undefined);

/** An element, so that React puts nothing between it and a text beside it; no text can look like it. */
const mark = "kept-markup";
const marks = new RegExp(`<${mark} at="(\\d+)"></${mark}>`);

/** HTML and what marks say, in turns; it begins and ends with HTML. */
export const splitAtMarks = (html: string): string[] => html.split(marks);

export type Keep = (part: string, content: () => ReactNode) => ReactNode;

const asItIs: Keep = (_part, content) => content();

/**
 * Parts of what shows a member, rendered once for all pages until the member changes.
 *
 * @param isSame Whether they are made of the member's public profile and of nothing else.
 */
export function useKept(memberId: string, isSame: boolean): Keep {
  const left = useContext(MarksContext);
  if (left === undefined || !isSame) return asItIs;
  return (part, content) => createElement(mark, { at: left.leave(memberId, part, content) });
}
