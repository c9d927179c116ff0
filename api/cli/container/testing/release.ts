/**
 * A release in its own folder, started in containers like operators do, for tests that `.ci/container` runs.
 *
 * @module
 */
import { appendFile, copyFile, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { productFolder } from "../../../testing/process.ts";
import { fileInRoot, overlays, readComposeFile } from "./compose-file.ts";

/** The built image; empty if there are no containers. */
export const image = process.env.CONTAINER_IMAGE ?? "";

/** Images of other projects that aren't available here. */
export const missingImages = process.env.MISSING_IMAGES?.split(" ") ?? [];

/** The proxy. */
export const product = { origin: "https://localhost" };

/**
 * The files of a release, and a shell in their folder. `.env.example` has the settings that these containers need, too, so
 * that a copy of it has them. Its containers end with the test.
 */
export async function givenRelease(overlay?: typeof overlays[number]) {
  const folder = join(await temporaryFolder(), "alumni-connect");
  await mkdir(folder);
  for (const name of ["docker-compose.yml", ...overlays, "api/cli/container"]) {
    await cp(join(productFolder, name), join(folder, name), { recursive: true });
  }
  const missing = Object.entries(readComposeFile({}, overlay).services)
    .filter(([, { image }]) => missingImages.includes(image))
    .map(([name]) => [name, { profiles: ["missing"] }]);
  await writeFile(
    join(folder, "missing.yml"),
    JSON.stringify({ services: Object.fromEntries(missing) }),
  );
  const files = ["docker-compose.yml", overlay, "missing.yml"].filter((name) => name !== undefined);
  const needed = [
    `COMPOSE_FILE=${files.join(":")}`,
    ...missing.some(([name]) => name === "search") ? ["SEARCH=embedded"] : [],
  ];
  const example = join(folder, ".env.example");
  await writeFile(example, `${fileInRoot(".env.example")}${needed.join("\n")}\n`);
  await copyFile(example, join(folder, ".env"));
  /** Adds a line to `.env`. */
  const set = async (line: string) => await appendFile(join(folder, ".env"), `${line}\n`);
  const shell = async (commands: string) => {
    // A container that doesn't become healthy is restarted repeatedly.
    const { code, stdout, stderr } = await new Deno.Command("timeout", {
      args: ["300", "bash", "-euo", "pipefail", "-c", commands],
      cwd: folder,
      env: { IMAGE: image },
      stdin: "null",
    }).output();
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    expect({ commands, code, err: code === 0 ? "" : `${out}${err}` })
      .toEqual({ commands, code: 0, err: "" });
    return out ?? "";
  };
  onTestFinished(async () => void await shell("docker compose down -v --timeout 1"));
  return { folder, set, shell };
}

/** Makes the test's requests trust the certificate authority that the proxy created. */
export async function trustProxy(shell: (commands: string) => Promise<string>): Promise<void> {
  const path = "/data/caddy/pki/authorities/local/root.crt";
  const caCerts = [await shell(`docker compose exec -T proxy cat ${path}`)];
  const client = Deno.createHttpClient({ caCerts });
  vi.unstubAllGlobals();
  const plain = fetch;
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) => plain(url, { ...init, ...{ client } }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    client.close();
  });
}
