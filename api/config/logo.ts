/** Logo of the program: a PNG, or an SVG that can do nothing but be drawn. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { EnvironmentError } from "./environment-error.ts";

export interface Logo {
  readonly type: "image/png" | "image/svg+xml" | "image/webp";
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

const maxBytes = 100_000;
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Elements that draw. Styles, scripts, links, pictures and animations are refused, not removed. */
const elements = new Set(
  ("svg g defs symbol use title desc path circle ellipse rect line polyline polygon " +
    "linearGradient radialGradient stop clipPath mask").split(" "),
);

/** @returns The problem, if there is one. */
export function checkLogo(bytes: Uint8Array<ArrayBuffer>): Logo | string {
  if (bytes.byteLength > maxBytes) return `must be at most ${maxBytes / 1000} KB`;
  const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  if (pngStart.every((value, at) => bytes[at] === value)) return { type: "image/png", bytes, tag };
  const problem = problemOfSvg(bytes);
  return problem ?? { type: "image/svg+xml", bytes, tag };
}

function problemOfSvg(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "must be a PNG or an SVG";
  }
  const drawing = text.replace(/^\s*<\?xml [^<>]*\?>/, "").replace(/<!--[^]*?-->/g, "").trim();
  if (!/^<svg\s/.test(drawing)) return "must be a PNG or an SVG";
  let problem: string | undefined;
  const rest = drawing.replace(
    /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g,
    (_, __, element: string, attributes: string) => {
      if (!elements.has(element)) problem ??= `may not have <${element}> in it`;
      for (
        const [, name = "", value = ""] of attributes.matchAll(/([\w:.-]+)\s*=\s*["']([^"']*)/g)
      ) {
        if (!isHarmless(name, value)) {
          problem ??= `may not have ${name}="${value.slice(0, 40)}" in it`;
        }
      }
      return "";
    },
  );
  // Remaining brackets belong to a declaration, or to something broken.
  return problem ??
    (/[<>]/.test(rest) ? "must be plain SVG, without declarations or scripts" : undefined);
}

function isHarmless(name: string, value: string): boolean {
  if (/^on/i.test(name) || /^(style|src|base|xml:base)$/i.test(name)) return false;
  if (/href$/i.test(name)) return value.startsWith("#");
  return !/&|script:|data:/i.test(value) && !/url\s*\(\s*(?!#)/i.test(value);
}

/** @throws {EnvironmentError} When it can't be read, or isn't safe to show. */
export async function readLogo(path: string): Promise<Logo> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch {
    throw new EnvironmentError([`LOGO_FILE: there is no file ${path} that can be read`]);
  }
  const checked = checkLogo(bytes);
  if (typeof checked === "string") throw new EnvironmentError([`LOGO_FILE: ${checked}`]);
  return checked;
}
