import type { Pages } from "../product.ts";
import type { PublicJson, Sized } from "./public-json.ts";

/** Parts of pages by all that they are made of, kept as long as answers are: nothing in them outlives a change. */
export function createPages(json: Pick<PublicJson, "open">): Pages {
  return {
    async kept<T extends Sized>(key: string, make: () => T) {
      const cached = json.open();
      const name = `page ${key}`;
      // A key is one maker's.
      const known = cached.part(name)?.part as T | undefined;
      if (known !== undefined) return known;
      const part = make();
      cached.addPart(name, { part, slots: [] });
      return part;
    },
  };
}
