import {
  configure,
  TextWriter,
  Uint8ArrayReader,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-native.js";

configure({ useWebWorkers: false });

/** Texts of the files in a ZIP, by name, in order. @throws {Error} When it isn't whole. */
export async function textsIn(zip: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(zip)).getEntries()) {
    if (!entry.directory) texts.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return texts;
}

export async function textIn(zip: Uint8Array, name: string): Promise<string> {
  const text = (await textsIn(zip)).get(name);
  if (text === undefined) throw new Error(`There is no ${name}`);
  return text;
}
