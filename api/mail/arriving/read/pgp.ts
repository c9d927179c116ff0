/** PGP inside the text of a mail (https://www.rfc-editor.org/rfc/rfc9580#section-7). */

/** Whether the text, or a part of it, can only be read with its receiver's key. */
export function isPgpMessage(text: string): boolean {
  return /^-----BEGIN PGP MESSAGE-----[ \t]*$/m.test(text);
}

/** Removes signatures and keys, which name their owner, and the marks around signed text. */
export function removeArmor(text: string): string {
  if (!text.includes("-----BEGIN PGP ")) return text;
  const lines = text.split(/\r\n|\n|\r/);
  const lastEnd = lines.findLastIndex((line) => markOf(line)?.[1] === "END");
  const rest: string[] = [];
  let inside: "head" | "signed" | "armor" | undefined;
  for (const [at, line] of lines.entries()) {
    const [, edge, what] = markOf(line) ?? [];
    if (edge === "BEGIN" && what === "SIGNED MESSAGE") inside = "head";
    // What does not end may be the author's text.
    else if (edge === "BEGIN" && what !== "MESSAGE" && at < lastEnd) inside = "armor";
    else if (edge === "END" && inside !== undefined) inside = undefined;
    else if (inside !== "armor" && !(inside === "head" && /^[\w-]+: /.test(line))) {
      const isStuffed = inside === "signed" && line.startsWith("- ");
      rest.push(isStuffed ? line.slice(2) : line);
      if (inside === "head") inside = "signed";
    }
  }
  return rest.join("\n");
}

function markOf(line: string) {
  return /^-----(BEGIN|END) PGP ([A-Z ]+)-----[ \t]*$/.exec(line);
}
