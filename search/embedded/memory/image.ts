/**
 * Image of the engine: named lists of numbers and texts, of which a snapshot is written and from which an
 * index is restored. A part gives what cannot be computed quickly from the rest, without
 * copying it, and nothing of documents that are gone.
 *
 * @module
 */
import type { Numbers } from "./numbers.ts";

export type Section = Numbers | readonly string[];
export type Image = Readonly<Record<string, Section>>;

/** The same sections with a name before theirs. */
export function under(name: string, image: Image): Image {
  return Object.fromEntries(
    Object.entries(image).map(([own, section]) => [
      `${name}.${own}`,
      section,
    ]),
  );
}

/** The sections that {@link under} has named so, by their own names. */
export function within(name: string, image: Image): Image {
  const prefix = `${name}.`;
  return Object.fromEntries(
    Object.entries(image)
      .filter(([full]) => full.startsWith(prefix))
      .map(([full, section]) => [full.slice(prefix.length), section]),
  );
}

/** @throws {TypeError} When there is no such list of texts. */
export function textsOf(image: Image, name: string): readonly string[] {
  const section = image[name];
  if (!Array.isArray(section)) throw new TypeError(`No texts: ${name}`);
  return section;
}

/** @throws {TypeError} When there is no such list of these numbers. */
export function numbersOf<T extends Numbers>(
  image: Image,
  name: string,
  kind: new (length: number) => T,
): T {
  const section = image[name];
  if (!(section instanceof kind)) throw new TypeError(`No numbers: ${name}`);
  return section;
}
