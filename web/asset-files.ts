import { Hono } from "hono";
import type { AssetManifest } from "./assets.ts";
import type { PageEnv } from "./page-env.ts";

/** Built files. Their names include a hash of their content, so they never change. */
export function assetFiles(assets: AssetManifest) {
  return new Hono<PageEnv>().get("/assets/*", (c) => {
    const file = assets.file(c.req.path);
    if (file === undefined) return c.text("Not found", 404);
    const accepted = c.req.header("Accept-Encoding") ?? "";
    const coding = (["br", "gzip"] as const).find((name) =>
      file.compressed[name] !== undefined &&
      new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0*)?\\b)`).test(accepted)
    );
    const bytes = (coding && file.compressed[coding]) ?? file.plain;
    return c.body(bytes, 200, {
      "Content-Type": file.type,
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(coding && { "Content-Encoding": coding }),
    });
  });
}
