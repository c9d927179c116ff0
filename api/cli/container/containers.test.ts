import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { identityLines } from "../../config/identities.ts";
import { someone } from "../../testing/app.ts";
import { productForTest } from "../../testing/product-for-test.ts";
import { runProgram } from "../testing/run-program.ts";
import { fileInRoot, readComposeFile } from "./testing/compose-file.ts";

// Without a container engine, the same programs run with the same environment. Folders replace volumes, and this
// machine replaces the names of containers. A program that isn't installed is left out, and the test covers how the
// product works without it.

const { services } = readComposeFile();

/** Volumes of the containers, in one folder. */
async function givenVolumes() {
  const folder = await temporaryFolder();
  const paths = (services.prepare?.volumes ?? []).map((volume) => volume.split(":")[1] ?? "");
  for (const path of paths) await mkdir(join(folder, path), { recursive: true });
  return folder;
}

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await runProgram(args, environment);
  return { code, written: stdout + stderr };
}

const prepare = (folder: string) => run(["run", "-A", "api/cli/container/prepare.ts", folder]);

/** Volumes after running `prepare`. */
let folder: string;
const read = (name: string) => readFile(join(folder, name), "utf8");
beforeEach(async () => {
  folder = await givenVolumes();
  expect((await prepare(folder)).code).toBe(0);
});

describe("prepare", () => {
  it("creates the servers' passwords once, readable only by their owner", async () => {
    const key = await read("secrets/search-key");
    expect((await stat(join(folder, "secrets/search-key"))).mode & 0o777).toBe(0o400);
    expect(await read("volumes/search-config/meilisearch.toml")).toContain(key.trim());
    expect(await prepare(folder)).toEqual({ code: 0, written: "" });
    expect(await read("secrets/search-key")).toBe(key);
  });
});

it("the node starts with the environment of its container, and reports when it is healthy", async () => {
  const environment = nodeEnvironment();
  const { origin } = await productForTest(environment);
  const readiness = async () => {
    const answer = await fetch(`${origin}/readyz`);
    return `${answer.status} ${await answer.text()}`;
  };
  // The configured engine is missing. The embedded one replaces it, and the log says so.
  await expect.poll(readiness).not.toBe("200 ready");
  expect(await readiness())
    .toContain("200 degraded\nsearch: Meilisearch does not answer, the embedded index does");
  const { port } = new URL(origin);
  const [, asked = "[]"] = /^HEALTHCHECK .*\\\n +CMD (.*)$/m.exec(fileInRoot("Dockerfile")) ?? [];
  const [, ...check]: string[] = JSON.parse(asked);
  const healthy = check.map((part) => part.replace(":8000", `:${port}`));
  expect((await run([...healthy, port])).code).toBe(0);
  expect((await run([...check, "1"])).code).toBe(1);
  const registered = await fetch(`${origin}/api/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://localhost" },
    body: JSON.stringify(someone),
  });
  expect(registered.status).toBe(201);
  expect(registered.headers.get("Set-Cookie")).toContain("__Host-session=");
  expect(identityLines(await read("secrets/secret"))).toHaveLength(1);
  // Writes only to the container's volumes.
  expect((await stat(join(folder, "data/alumni.db"))).size).toBeGreaterThan(0);
});

/** The container's environment, with paths and names of this machine. */
function nodeEnvironment() {
  const environment = Object.entries(services.api?.environment ?? {});
  const mapped = environment.map(([name, value]) => {
    if (value.startsWith("/")) return [name, join(folder, value)] as const;
    // Nothing listens on port 1, like a missing server.
    return [name, value.replace(/^(http:\/\/)(search|objects):\d+/, "$1127.0.0.1:1")] as const;
  });
  return {
    ...Object.fromEntries(mapped),
    DATA_DIR: join(folder, "data"),
    HOST: "127.0.0.1",
    PORT: "0",
  };
}
