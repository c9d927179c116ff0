/**
 * PDF policy. A PDF is stored unchanged, so one is refused that runs scripts, embeds files, connects to
 * the network by itself, or cannot be checked.
 *
 * @module
 */
import { isDictionary, type PdfObject, visitObjects } from "./pdf/objects.ts";
import { active, uncheckable } from "./pdf/refused.ts";
import { contentOf, type Dictionary, type Value, valuesOf } from "./pdf/values.ts";

/** Scripts, programs, media, files, forms that are programs, and what opens or sends something. */
const activeNames = new Set([
  "3D",
  "EmbeddedFile",
  "EmbeddedFiles",
  "FileAttachment",
  "Filespec",
  "GoTo3DView",
  "GoToE",
  "GoToR",
  "ImportData",
  "JavaScript",
  "Launch",
  "Movie",
  "PRC",
  "Rendition",
  "RichMedia",
  "RichMediaExecute",
  "Sound",
  "SubmitForm",
  "U3D",
  "XFA",
]);
/** Short ones, which a font may also use for a letter: actions by themselves, files, scripts. */
const activeKeys = new Set(["AA", "AF", "EF", "JS", ...activeNames]);
/** A stream that says so is in another file. */
const elsewhere = ["F", "FFilter", "Ref"];
/** Where a link may lead. */
const linkSchemes = new Set(["http", "https", "mailto", "tel"]);

/** What an object may be used for, as others can refer to it. */
interface Use {
  readonly mayOpen: boolean;
  readonly mayLink: boolean;
}

/**
 * @param text One character a byte.
 * @throws {FileRefused}
 */
export function checkPdf(text: string): void {
  const uses = new Map<number, Use>();
  const referred: { readonly number: number; readonly as: keyof Use }[] = [];

  function check(value: Value, as: keyof Use, isFit: (value: Value) => boolean): void {
    if (typeof value === "object" && value?.kind === "reference") {
      referred.push({ number: value.number, as });
    } else if (!isFit(value)) throw active();
  }

  function checkAll(value: Value): void {
    if (typeof value !== "object" || value === null) return;
    if (value.kind === "name" && activeNames.has(value.name)) throw active();
    if (value.kind === "list") value.items.forEach(checkAll);
    if (value.kind !== "dictionary") return;
    for (const [key, inner] of value.entries) {
      if (key === "Encrypt") throw uncheckable();
      if (activeKeys.has(key)) throw active();
      if (key === "OpenAction") check(inner, "mayOpen", mayOpen);
      if (key === "URI") check(inner, "mayLink", mayLink);
      checkAll(inner);
    }
  }

  visitObjects(text, ({ number, value, isStream }: PdfObject) => {
    if (isStream && isDictionary(value)) checkStream(value);
    checkAll(value);
    const before = uses.get(number) ?? { mayOpen: true, mayLink: true };
    uses.set(number, {
      mayOpen: before.mayOpen && mayOpen(value),
      mayLink: before.mayLink && mayLink(value),
    });
  });
  for (const { number, as } of referred) if (uses.get(number)?.[as] === false) throw active();
}

function checkStream(dictionary: Dictionary): void {
  const isPostScript = ["Subtype", "Subtype2"].some((key) =>
    valuesOf(dictionary, key).some((value) => isNamed(value, "PS"))
  );
  const isElsewhere = elsewhere.some((key) => valuesOf(dictionary, key).length > 0);
  if (isPostScript || isElsewhere) throw active();
}

/** What happens as the file is opened: another place in it is shown, and nothing else. */
function mayOpen(value: Value): boolean {
  if (!isDictionary(value)) return typeof value !== "object" || value?.kind !== "reference";
  const actions = valuesOf(value, "S");
  return actions.length > 0 && actions.every((action) => isNamed(action, "GoTo")) &&
    valuesOf(value, "Next").length === 0;
}

function mayLink(value: Value): boolean {
  if (isDictionary(value)) return valuesOf(value, "Base").every(mayLink);
  if (typeof value !== "object" || value?.kind !== "text") return value === null;
  // As browsers read an address: without space and control characters before the scheme and in it.
  const address = contentOf(value).replace(/[\0-\x20]/g, "");
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  // Without a scheme it is a page of the web, or a file on somebody's server.
  if (scheme === undefined) return !address.startsWith("\\");
  return linkSchemes.has(scheme.toLowerCase());
}

function isNamed(value: Value, name: string): boolean {
  return typeof value === "object" && value?.kind === "name" && value.name === name;
}
