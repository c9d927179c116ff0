/** What else people call a value. */
export interface Line {
  /** A value of a field, or the plain name of a thing that people ask for. */
  readonly value: string;
  /** Names that mean the same. */
  readonly names: readonly string[];
  /** Names that find it after what fits better, and are no value in an import: "colonel" for LTC. */
  readonly loose: readonly string[];
  /** A key of {@link sources}; none for what is common knowledge. */
  readonly source: string | undefined;
}

/**
 * Reads lines like `Executive Officer: XO, exec; second in command [afi]`. A name in capitals is an abbreviation: in
 * texts of profiles it counts in capitals alone, in questions in any writing that is no word.
 */
export function listed(lines: string): readonly Line[] {
  return lines.trim().split("\n").map((line) => {
    const [, value = "", names, loose, source] = format.exec(line.trim()) ?? [];
    return { value, names: parts(names), loose: parts(loose), source };
  });
}

const format = /^([^:;[]+):([^;[]*)(?:;([^[]*))?(?:\[(\w+)\])?$/;

function parts(text = ""): string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}

/** Where a line's names are written down, by the key behind it. */
export const sources: Readonly<Record<string, string>> = {
  pam611: "DA Pamphlet 611-21, Military Occupational Classification and Structure",
};
