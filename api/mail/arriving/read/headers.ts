import { type HeaderField, splitFields, valueOf } from "../proof/header-fields.ts";

export class MailHeaders {
  readonly #fields: readonly HeaderField[];

  constructor(block: Uint8Array) {
    this.#fields = splitFields(new TextDecoder().decode(block));
  }

  all(...names: readonly string[]): string[] {
    return this.#fields.filter(({ name }) => names.includes(name))
      .map((field) => valueOf(field).replaceAll("\r\n", "").trim());
  }

  first(name: string): string {
    return this.all(name)[0] ?? "";
  }
}

/** A value with parameters, such as `text/plain; charset=utf-8`. */
export interface Parameterized {
  /** In lower case, without comments. */
  readonly value: string;
  /** By name in lower case; the first of two with the same name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Pieces of a long parameter (`name*0`, `name*1`) are joined in their order. */
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
