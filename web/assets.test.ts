import { access, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type AssetManifest, developmentAssets, readAssets } from "./assets.ts";
import { createTestSite, type TestSite } from "./testing/site.ts";

let assets: AssetManifest;
let site: TestSite;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "assets-"));
  await mkdir(join(folder, ".vite"));
  await mkdir(join(folder, "assets"));
  const manifest = {
    "web/hydration/client.ts": {
      file: "assets/client-1.js",
      css: ["assets/style-1.css"],
      imports: ["_a.js"],
    },
    "web/islands/picture/picture.tsx": {
      file: "assets/picture-1.js",
      imports: ["_hydrate.js"],
    },
    "_a.js": { file: "assets/a-1.js" },
    "_hydrate.js": { file: "assets/hydrate-1.js", imports: ["_a.js"] },
  };
  await writeFile(join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "assets/client-1.js"), "plain");
  await writeFile(join(folder, "assets/client-1.js.br"), "brotli");
  await writeFile(join(folder, "assets/client-1.js.gz"), "gzip");
  assets = await readAssets(folder);
  site = await createTestSite({ assets });
});

const ask = (encodings: string) =>
  site.app.request("/assets/client-1.js", { headers: { "Accept-Encoding": encodings } });

describe("assets", () => {
  it("require a build", async () => {
    await expect(readAssets("/nowhere")).rejects.toThrow('run "npm run build"');
  });

  it("list scripts that an island needs and the page doesn't have yet", () => {
    expect(assets.scripts).toEqual(["/assets/client-1.js"]);
    expect(assets.stylesheets).toEqual(["/assets/style-1.css"]);
    expect(assets.scriptsOf("picture")).toEqual([
      "/assets/picture-1.js",
      "/assets/hydrate-1.js",
    ]);
  });

  it.each([
    ["gzip, deflate, br", "br", "brotli"],
    ["gzip", "gzip", "gzip"],
    ["br;q=0, gzip", "gzip", "gzip"],
    ["identity", null, "plain"],
  ])("answers %s with coding %s", async (encodings, coding, body) => {
    const response = await ask(encodings);
    expect(response.headers.get("Content-Encoding")).toBe(coding);
    expect(await response.text()).toBe(body);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });

  it("list existing files during development", async () => {
    const { scripts, stylesheets } = developmentAssets;
    for (const path of [...scripts, ...stylesheets].filter((path) => path.startsWith("/web/"))) {
      await access(`.${path}`);
    }
  });

  it("contain nothing else", async () => {
    expect((await site.get("/assets/../deno.json")).status).toBe(303);
    expect((await site.get("/assets/none.js")).status).toBe(404);
  });
});
