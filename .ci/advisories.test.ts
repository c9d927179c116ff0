import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";

interface Advisory {
  readonly severity: "low" | "moderate" | "high" | "critical";
}

/** A package registry that knows these advisories, by the names of packages, and nothing else. */
async function aRegistry(advisories: Readonly<Record<string, Advisory>>): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader("Content-Type", "application/json");
    if (request.url !== "/-/npm/v1/security/advisories/bulk") {
      const name = decodeURIComponent(request.url?.slice(1) ?? "");
      const versions = { "1.0.0": { name, version: "1.0.0" } };
      response.end(JSON.stringify({ name, "dist-tags": { latest: "1.0.0" }, versions }));
      return;
    }
    const asked = JSON.parse(String(gunzipSync(Buffer.concat(chunks))));
    const known = Object.entries(advisories).filter(([name]) => name in asked);
    response.end(JSON.stringify(Object.fromEntries(known.map(([name, { severity }], id) => [name, [{
      id,
      url: `https://advisories.example/${id}`,
      title: `Trouble in ${name}`,
      severity,
      vulnerable_versions: "*",
      cwe: [],
      cvss: { score: 0, vectorString: null },
    }]]))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function advisories(registry: string): Promise<{ code: number; lines: string[] }> {
  const script = fileURLToPath(new URL("advisories.ts", import.meta.url));
  const env = { ...Deno.env.toObject(), npm_config_registry: registry };
  return new Promise((resolve) => {
    execFile(Deno.execPath(), ["run", "-A", script], { env }, (error, stdout) => {
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trim().split("\n") });
    });
  });
}

it("ends with 1 over a grave advisory about what is shipped, and lists the others", async () => {
  const registry = await aRegistry({
    hono: { severity: "high" },
    vitest: { severity: "critical" },
    unheard: { severity: "critical" },
  });
  const { code, lines } = await advisories(registry);
  expect(lines).toContain("high, shipped: hono * Trouble in hono https://advisories.example/0");
  expect(lines).toContain(
    "critical, development: vitest * Trouble in vitest https://advisories.example/1",
  );
  // It is in what asks for it.
  expect(lines).toContain("high, shipped: @hono/zod-validator through hono");
  expect(lines.join()).not.toContain("unheard");
  expect(lines.at(-1)).toMatch(
    /^advisories: \d+, of them \d+ high or critical in what is shipped$/,
  );
  expect(code).toBe(1);
});

it("ends with 0 when what is grave is not shipped, and when there is nothing", async () => {
  const onlyTools = await advisories(await aRegistry({ vitest: { severity: "critical" } }));
  expect(onlyTools.lines.at(-1)).toContain("of them 0 high or critical");
  expect(onlyTools.code).toBe(0);
  expect(await advisories(await aRegistry({}))).toEqual({
    code: 0,
    lines: ["advisories: 0, of them 0 high or critical in what is shipped"],
  });
});

const unknown = "advisories: unknown, the package registry did not answer. Run this again later";

it("ends with 2 where the registry does not answer, or answers with an error", async () => {
  const refusing = createServer((_, response) => response.writeHead(503).end("{}"));
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void refusing.close());
  const { port } = refusing.address() as AddressInfo;
  expect(await advisories("http://127.0.0.1:9/")).toEqual({ code: 2, lines: [unknown] });
  expect(await advisories(`http://127.0.0.1:${port}/`)).toEqual({ code: 2, lines: [unknown] });
});

/** The gate, with stand-ins for what it runs, of which one says this about advisories. */
async function gate(said: string, endsWith: number) {
  const folder = await temporaryFolder();
  const runnable = async (path: string, lines: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  };
  await mkdir(join(folder, ".ci"));
  await cp(fileURLToPath(new URL("run", import.meta.url)), join(folder, ".ci/run"));
  await writeFile(join(folder, "some.test.js"), 'test("it runs", () => {});');
  const browsers = ["chromium", "firefox-esr", "WebKitWebDriver", "Xvfb"];
  const parts = ["try", "deno-alone", "servers", "container"].map((name) => `.ci/${name}`);
  for (const path of [...parts, ...browsers.map((name) => `bin/${name}`)]) {
    await runnable(path, "exit 0");
  }
  const vitest = [
    `"${Deno.execPath()}" run -A "${resolve("node_modules/vitest/vitest.mjs")}" run --globals`,
    `--root="${folder}" --reporter="${fileURLToPath(new URL("closing-line.ts", import.meta.url))}"`,
  ].join(" ");
  await runnable(
    "bin/npm",
    `case "$*" in *advisories) echo "${said}"; exit ${endsWith};; test) ${vitest};; *) echo "$*";; esac`,
  );
  const env = { ...Deno.env.toObject(), PATH: `${join(folder, "bin")}:${Deno.env.get("PATH")}` };
  return await new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile("bash", [join(folder, ".ci/run")], { env }, (error, stdout) => {
      const lines = stdout.split("\n").filter((line) => line.trim() !== "");
      resolve({ code: Number(error?.code ?? 0), lines });
    });
  });
}

describe("the gate", () => {
  it.each([[unknown, 2], ["advisories: 3, of them 0 high or critical in what is shipped", 0]])(
    "goes on, and says before its last line: %s",
    async (said, endsWith) => {
      const { code, lines } = await gate(said, endsWith);
      expect(lines.slice(-2)).toEqual([said, "1 passed, 0 failed, 0 skipped"]);
      expect(code).toBe(0);
    },
  );

  it("ends with 1 over an advisory, and runs no test", async () => {
    const said = "advisories: 1, of them 1 high or critical in what is shipped";
    const { code, lines } = await gate(said, 1);
    expect([code, lines.at(-1)]).toEqual([1, said]);
  });
});
