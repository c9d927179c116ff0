import { cp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { productFolder } from "../../testing/process.ts";
import { copyBuildContext, readDockerfile } from "./testing/build-context.ts";
import { fileInRoot, overlays } from "./testing/compose-file.ts";

// Without a container engine: the Dockerfile's own lines run in folders that are laid out as in an image.
// Packages are those that are installed here.

const [packagesStage = [], buildStage = [], imageStage = []] = readDockerfile();

it("is built from the build context alone, and starts nothing that is not compiled in it", async () => {
  const build = await givenBuild();
  const image = await givenImage(build);
  await run(commandWith(imageStage, "deno cache"), image);
  const compiled = await filesOf(join(image, ".deno"), /\.js$/);
  expect(compiled.length).toBeGreaterThan(100);

  const code = await filesOf(image, /\.tsx?$/, /^(node_modules|\.deno)(\/|$)/);
  const workers = (await Promise.all(code.map((path) => workersOf(image, path)))).flat();
  const named = namedPrograms();
  expect(workers.length).toBeGreaterThan(2);
  expect(named).toEqual(expect.arrayContaining(["api/main.ts", "api/operations/report/main.ts"]));
  const started = [...new Set([...workers, ...named])];
  await run(`deno cache ${started.join(" ")}`, image);
  expect(await filesOf(join(image, ".deno"), /\.js$/)).toEqual(compiled);
});

it("has no code that needs a development dependency", async () => {
  const context = await givenContext();
  const code = (await filesOf(context, /\.tsx?$/, /^node_modules(\/|$)/))
    .filter((path) => path.includes("/"));
  await writeFile(join(context, "all.ts"), code.map((path) => `import "./${path}";\n`).join(""));
  const graph: {
    modules: { specifier: string; dependencies?: { specifier: string; code?: unknown }[] }[];
  } = JSON.parse(await run("deno info --json all.ts", context));
  const own = graph.modules.filter(({ specifier }) => !specifier.includes("/node_modules/"));
  expect(own.length).toBeGreaterThan(code.length);
  const packages = new Set(
    own.flatMap(({ dependencies = [] }) => dependencies)
      .filter(({ code }) => code !== undefined)
      .flatMap(({ specifier }) => packageOf(specifier) ?? []),
  );
  const { dependencies } = JSON.parse(fileInRoot("package.json"));
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  expect(packages.size).toBeGreaterThan(10);
});

/** The build context, with packages. */
async function givenContext(): Promise<string> {
  const folder = await temporaryFolder();
  await copyBuildContext(productFolder, folder);
  const copied = [...packagesStage, ...buildStage].filter(([name]) => name === "COPY")
    .flatMap(([, paths]) => paths.split(" ").slice(0, -1));
  for (const path of copied) expect(await exists(join(folder, path)), path).toBe(true);
  await symlink(join(productFolder, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** What is built; its packages have their development dependencies. */
async function givenBuild(): Promise<string> {
  const folder = await givenContext();
  await run(commandWith(buildStage, "npm run build"), folder);
  return folder;
}

/** What the last stage copies of those before it. */
async function givenImage(build: string): Promise<string> {
  const image = await temporaryFolder();
  const copies = imageStage.filter(([name]) => name === "COPY")
    .map(([, paths]) => paths.replace(/^--from=\w+ /, "").split(" "));
  for (const paths of copies) {
    const to = paths.pop() ?? "";
    for (const path of paths) {
      const name = path.replace(/^\/app\//, "");
      const target = join(image, to.endsWith("/") ? basename(name) : to);
      if (name === "node_modules") await symlink(join(productFolder, name), target);
      else await cp(join(build, name), target, { recursive: true });
    }
  }
  return image;
}

function commandWith(stage: typeof buildStage, words: string): string {
  const [, command] = stage.find(([name, rest]) => name === "RUN" && rest.includes(words)) ?? [];
  if (command === undefined) throw new Error(`No RUN line of the Dockerfile has "${words}"`);
  return command;
}

/** @returns What it wrote to its output; the test fails when it fails. */
async function run(command: string, cwd: string): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", command],
    cwd,
    env: {
      DENO_DIR: join(cwd, ".deno"),
      NO_COLOR: "1",
      PATH: [dirname(Deno.execPath()), process.env.PATH].join(delimiter),
    },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  expect({ command, code, stderr: code === 0 ? "" : text(stderr) }).toEqual({
    command,
    code: 0,
    stderr: "",
  });
  return text(stdout);
}

/** Paths of the modules that a module starts as workers. */
async function workersOf(image: string, path: string): Promise<string[]> {
  const text = await readFile(join(image, path), "utf8");
  const started = [...text.matchAll(/new Worker\(\s*new URL\(\s*"([^"]+)",\s*import\.meta\.url/g)];
  // One that is started in another way would not be found.
  expect(started.length, path).toBe(text.match(/new (Shared)?Worker\(/g)?.length ?? 0);
  return started.map(([, name = ""]) => join(dirname(path), name));
}

/** Programs that the image's commands start: by the compose files, and by the guides. */
function namedPrograms(): string[] {
  const compose = ["docker-compose.yml", ...overlays].map(fileInRoot).join("\n");
  const guides = ["Dockerfile", "OPERATING.md", "README.md"].map(fileInRoot).join("\n");
  const { tasks } = JSON.parse(fileInRoot("deno.json"));
  const asked = `${compose}\n${guides}`.matchAll(/\btask"?,? (?:--quiet,? )?"?([\w:-]+)/g);
  const commands = ["serve", ...[...asked].map(([, name = ""]) => name)]
    .map((name) => tasks[name]?.command ?? "");
  return [...new Set([compose, ...commands].join("\n").match(/\b(api|events)\/[\w/-]+\.ts\b/g))]
    .sort();
}

/** Paths of files below a folder, in order. */
async function filesOf(folder: string, name: RegExp, except = /^$/): Promise<string[]> {
  const found: string[] = [];
  async function look(at: string) {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (except.test(path)) continue;
      if (entry.isDirectory()) await look(path);
      else if (name.test(path)) found.push(path);
    }
  }
  await look("");
  return found.sort();
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}

function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:|file:)/.test(specifier)) return undefined;
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
