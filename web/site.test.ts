import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
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
    const isMounted = async (path: string) => {
      if (site.includes(`"./${path}"`)) return true;
      // Or by the routes of a folder around it, which are.
      for (const outer of routes) {
        const around = `${dirname(outer)}/`;
        const name = path.startsWith(around) && outer !== path && path.slice(around.length);
        if (name && (await read(outer)).includes(`"./${name}"`)) return true;
      }
      return false;
    };
    const mounted = await Promise.all(routes.map(isMounted));
    expect(routes.filter((_, at) => !mounted[at])).toEqual([]);
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
