import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";

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

it("says that it could not ask where the registry does not answer", async () => {
  const { code, lines } = await advisories("http://127.0.0.1:9/");
  expect({ code, lines }).toEqual({
    code: 0,
    lines: ["advisories: not asked, the package registry does not answer"],
  });
});
