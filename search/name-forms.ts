import { words } from "./text.ts";

/**
 * A name and its other forms: "11 Bravo" for 11B, "blackhawk" for Black Hawk, "command and general staff" for
 * the college.
 */
export function formsOfName(name: string): string[] {
  const own = words(name);
  const [, branch, letter = ""] = own.length === 1 && /^(\d{2})([a-z])$/.exec(own[0] ?? "") || [];
  const joined = own.join("");
  return [
    name,
    ...branch === undefined ? [] : [`${branch} ${phonetic[letter]}`],
    ...own.length === 2 && joined.length >= shortestJoined ? [joined] : [],
    ...own.length > 2 && genericEndings.has(own.at(-1) ?? "") ? [own.slice(0, -1).join(" ")] : [],
  ];
}

const shortestJoined = 6;
const genericEndings = new Set(["badge", "college", "course", "division", "program", "school"]);
const phonetic: Readonly<Record<string, string>> = Object.fromEntries(
  `alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo
  sierra tango uniform victor whiskey xray yankee zulu`.split(/\s+/).map((word) => [word[0], word]),
);
