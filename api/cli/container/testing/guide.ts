/**
 * The commands of the operator's guide, for tests that run them as printed.
 *
 * @module
 */
import { fileInRoot } from "./compose-file.ts";

export interface GuideBlock {
  /** The heading above it. */
  readonly section: string;
  /** Number of the list item that it belongs to; 0 outside of lists. */
  readonly step: number;
  readonly language: "sh" | "ini";
  readonly text: string;
}

/** All blocks of shell commands and settings, in order. */
export function guideBlocks(): GuideBlock[] {
  const found: GuideBlock[] = [];
  let [section, step] = ["", 0];
  const parts = fileInRoot("OPERATING.md")
    .matchAll(
      /^#+ (?<heading>[^\n]*)$|^(?<item>\d)\. |^(?<indent> *)```(?<language>sh|ini)\n(?<lines>.*?)^ *```$/gms,
    );
  for (const { groups = {} } of parts) {
    if (groups.heading !== undefined) [section, step] = [groups.heading, 0];
    else if (groups.item !== undefined) step = Number(groups.item);
    else {
      const indent = new RegExp(`^${groups.indent}`, "gm");
      // A block without indent is after the list.
      if (groups.indent === "") step = 0;
      const language = groups.language === "ini" ? "ini" : "sh";
      found.push({ section, step, language, text: (groups.lines ?? "").replace(indent, "") });
    }
  }
  return found;
}
