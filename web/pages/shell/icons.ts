import { readFile } from "node:fs/promises";
import type { Product } from "../../../api/product.ts";

/** Edges in pixels: in a tab, on an iPhone, and on Android's home screen and start screen. */
export const iconEdges = [32, 180, 192, 512] as const;
export type IconEdge = typeof iconEdges[number];

const markFile = new URL("mark.png", import.meta.url);

/**
 * Icons of the site as PNG, drawn when they are first asked for: of the logo, or of the product's own mark. A logo
 * in SVG has none: uploaded SVG is never parsed here.
 */
export function createIcons(settings: Pick<Product["settings"], "logo">) {
  let drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  async function draw(bytes: Uint8Array | undefined, edge: IconEdge) {
    const { encodeIcon } = await import("../../../api/objects/encode-picture.ts");
    return new Uint8Array(await encodeIcon(bytes ?? await readFile(markFile), edge));
  }

  return async (edge: IconEdge): Promise<Uint8Array<ArrayBuffer>> => {
    const logo = await settings.logo();
    const isDrawable = logo !== undefined && logo.type !== "image/svg+xml";
    const key = `${isDrawable ? logo.tag : ""} ${edge}`;
    const known = drawn.get(key);
    if (known !== undefined) return await known;
    // Drops the icons of a logo that was replaced.
    if (drawn.size >= iconEdges.length) drawn = new Map();
    const icon = draw(isDrawable ? logo.bytes : undefined, edge);
    drawn.set(key, icon);
    icon.catch(() => drawn.delete(key));
    return await icon;
  };
}
