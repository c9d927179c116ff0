import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = (await readdir(folder, { recursive: true })).map((path) =>
  path.replaceAll("\\", "/")
);
const read = (path: string) => readFile(`${folder}/${path}`, "utf8");

describe("nothing is left out", () => {
  it("of the routes: each is mounted", async () => {
    const site = await read("site.tsx");
    const routes = files.filter((path) => /^pages\/.+route\.tsx?$/.test(path));
    expect(routes.filter((path) => !site.includes(`"./${path}"`))).toEqual([]);
  });

  it("of the stylesheets: each is in the one that pages load", async () => {
    const index = await read("styles/index.css");
    const sheets = files.filter((path) => path.endsWith(".css") && path !== "styles/index.css");
    const imports = sheets.map((path) =>
      path.startsWith("styles/") ? path.replace("styles/", "./") : `../${path}`
    );
    expect(imports.filter((path) => !index.includes(`"${path}"`))).toEqual([]);
  });
});
