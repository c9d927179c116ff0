/**
 * Headers of a mail, and of its parts.
 *
 * @module
 */

/** Fields in their order. Continued lines are joined; lines that are no field are left out. */
export class MailHeaders {
  readonly #fields: (readonly [name: string, value: string])[] = [];

  constructor(block: Uint8Array) {
    const lines = utf8.decode(block).split(/\r?\n/);
    for (let at = 0; at < lines.length;) {
      const line = lines[at++]!;
      const pieces = [line.slice(line.indexOf(":") + 1)];
      while (/^[ \t]/.test(lines[at] ?? "")) pieces.push(lines[at++]!);
      const name = line.slice(0, Math.max(0, line.indexOf(":"))).trimEnd().toLowerCase();
      if (/^[!-9;-~]+$/.test(name)) this.#fields.push([name, pieces.join("").trim()]);
    }
  }

  /** Values of all fields with these names, which are in lower case. */
  all(...names: readonly string[]): string[] {
    return this.#fields.filter(([name]) => names.includes(name)).map(([, value]) => value);
  }

  /** The first such field's value; empty when there is none. */
  first(name: string): string {
    return this.#fields.find(([other]) => other === name)?.[1] ?? "";
  }
}

/** A value with parameters, such as `text/plain; charset=utf-8`. */
export interface Parameterized {
  /** In lower case, without comments. */
  readonly value: string;
  /** By name in lower case; the first of two with the same name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads such a value. Pieces of a long parameter (`name*0`, `name*1`) are joined as they come. */
export function readParameters(field: string): Parameterized {
  const [beforeParameters = ""] = field.split(";", 1);
  const parameters = new Map<string, string>();
  for (
    const [, name = "", quoted, plain = ""] of field.slice(beforeParameters.length).matchAll(
      parameter,
    )
  ) {
    const [key = "", piece] = name.toLowerCase().split("*");
    const known = parameters.get(key);
    if (known !== undefined && piece === undefined) continue;
    parameters.set(key, (known ?? "") + (quoted?.replaceAll(/\\(.)/g, "$1") ?? plain));
  }
  const [value = ""] = beforeParameters.split("(", 1);
  return { value: value.trim().toLowerCase(), parameters };
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

const utf8 = new TextDecoder();
