import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { startLibsqlServer } from "../../../events/testing/libsql-server.ts";
import { send, signUp } from "../../testing/calls.ts";
import { found, within } from "../../testing/cluster.ts";
import { productFolder } from "../../testing/process.ts";
import { productForTest } from "../../testing/product-for-test.ts";
import { someProfile } from "../../testing/app.ts";

// The doors of two machines, by the files that their containers have, both on this machine. What stands
// behind them answers with what it was asked; with LIBSQL_SERVER, it is a server and a node.

const caddy = process.env.CADDY ?? "";
if (caddy === "") console.log("doors between machines: skipped, since CADDY does not name it");

describe.skipIf(caddy === "")("doors between machines", { timeout: 60_000 }, () => {
  it("require TLS and a token or a signature for everything shared", async () => {
    const { ca, ports } = await givenDoors();
    for (const port of [ports.events, ports.vault, ports.search, ports.objects]) {
      const url = `https://localhost:${port}/v3/pipeline`;
      const isObjects = port === ports.objects;
      const [right, wrong] = isObjects
        ? ["AWS4-HMAC-SHA256 x", "Bearer x"]
        : ["Bearer x", "Basic x"];
      expect((await ask(url, { ca })).status).toBe(401);
      expect((await ask(url, { ca, headers: { Authorization: wrong } })).status).toBe(401);
      expect((await ask(url, { ca, headers: { Authorization: right } })).status).toBe(200);
      await expect(ask(url, { headers: { Authorization: right } })).rejects.toThrow(/certificate/i);
      expect((await fetch(url.replace("https", "http"))).status).toBe(400);
    }
    // Of a libSQL server, what its client asks for and nothing else.
    const headers = { Authorization: "Bearer x" };
    expect((await ask(`https://localhost:${ports.events}/dump`, { ca, headers })).status).toBe(401);
  });

  it("let the first machine's proxy alone to a node, with the address that it says", async () => {
    const { ca, ports } = await givenDoors();
    await expect(ask(`https://localhost:${ports.node}/readyz`, { ca })).rejects.toThrow(
      /alert|reset|closed|hang/i,
    );
    const handedOn = await fetch(`http://127.0.0.1:${ports.nodes}/readyz`, {
      headers: { "X-Forwarded-For": "203.0.113.9" },
    });
    expect(await handedOn.json()).toMatchObject({
      url: "/readyz",
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
  });

  it.skipIf((process.env.LIBSQL_SERVER ?? "") === "")(
    "have a node find what another machine's node wrote, on servers that ask for a token",
    async () => {
      const folder = await prepared();
      const at = (name: string) => join(folder, name);
      const [events, vault] = await Promise.all(
        ["events", "vault"].map((name) =>
          startLibsqlServer({
            environment: { SQLD_AUTH_JWT_KEY_FILE: at(`volumes/${name}-db/token-key`) },
          })
        ),
      );
      const { folder: ofDoor, ports } = await givenDoors({
        events: events?.url,
        vault: vault?.url,
      });
      const shared = {
        KEK_FILE: at("secrets/kek"),
        CLAIM_KEY_FILE: at("secrets/claim-key"),
        EVENTS_AUTH_TOKEN_FILE: at("secrets/events-token"),
        VAULT_AUTH_TOKEN_FILE: at("secrets/vault-token"),
      };
      const there = {
        ...shared,
        EVENTS_URL: `https://localhost:${ports.events}`,
        VAULT_URL: `https://localhost:${ports.vault}`,
        NODE_EXTRA_CA_CERTS: join(ofDoor, "caddy/pki/authorities/local/root.crt"),
      };
      const [first, other] = await Promise.all([
        started({ ...shared, EVENTS_URL: events?.url ?? "", VAULT_URL: vault?.url ?? "" }),
        started(there),
      ]);
      const pat = await signUp(first, "pat");
      await send(first, "POST", "/api/profile", {
        cookie: pat.cookie,
        body: { ...someProfile, company: "Initech" },
      });
      await expect.poll(() => found(other, pat, "initech"), within).toBe(1);
      const kim = await signUp(other, "kim");
      expect((await send(first, "GET", "/api/user", kim)).status).toBe(200);

      // The vault's token doesn't open the log, and unknown certificates are refused.
      const wrong = { ...there, EVENTS_AUTH_TOKEN_FILE: at("secrets/vault-token") };
      await expect(started(wrong)).rejects.toThrow("refuses it; set the server's token");
    },
  );
});

async function started(environment: Readonly<Record<string, string>>) {
  return await productForTest({ DATA_DIR: await temporaryFolder(), ...environment });
}

/** Volumes with what the first start makes. */
async function prepared(): Promise<string> {
  const folder = await temporaryFolder();
  const names = ["search-config", "objects", "objects-config", "events-db", "vault-db"];
  for (const name of ["secrets", ...names.map((name) => `volumes/${name}`)]) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const args = ["run", "-A", "api/operations/container/prepare.ts", folder];
  await new Deno.Command(Deno.execPath(), { args, cwd: productFolder, stdout: "null" }).output();
  return folder;
}

/** Both doors; what stands behind them is something that echoes, where nothing else is said. */
async function givenDoors(
  behind: { readonly events?: string | undefined; readonly vault?: string | undefined } = {},
) {
  const echo = await startEcho();
  const [events, vault, search, objects, node, nodes] = await freePorts(6);
  const ports = { events, vault, search, objects, node, nodes };
  const names = { FIRST_MACHINE: "localhost", OTHER_MACHINES: `localhost:${node}` };
  const hostOf = (url = `http://${echo}`) => new URL(url).host;
  const folder = await startDoor({ ...names, MACHINE: "first" }, [
    [":7441", `:${events}`],
    [":7442", `:${vault}`],
    [":7443", `:${search}`],
    [":7444", `:${objects}`],
    ["events-db:8080", hostOf(behind.events)],
    ["vault-db:8080", hostOf(behind.vault)],
    ["search:7700", echo],
    ["objects:7070", echo],
    ["http://:8000", `http://127.0.0.1:${nodes}`],
  ]);
  const authority = "caddy/pki";
  const there = await temporaryFolder();
  await cp(join(folder, authority), join(there, authority), { recursive: true });
  await startDoor({ ...names, MACHINE: "node" }, [["api:8000", echo]], there);
  const ca = await readFile(join(folder, authority, "authorities/local/root.crt"), "utf8");
  return { ca, ports, folder };
}

/** @returns Its volume. */
async function startDoor(
  environment: Readonly<Record<string, string>>,
  here: readonly (readonly [string, string])[],
  volume?: string,
): Promise<string> {
  const [health = 0] = await freePorts(1);
  const rules = await temporaryFolder();
  for (const name of ["Caddyfile", "first", "node"]) {
    const text = await readFile(join(productFolder, "api/operations/container/door", name), "utf8");
    const moved = [...here, [":8081", `:${health}`] as const]
      .reduce((all, [from, to]) => all.replaceAll(from, to), text);
    await writeFile(join(rules, name), moved);
  }
  const data = volume ?? await temporaryFolder();
  const child: ChildProcess = spawn(caddy, ["run", "--config", "Caddyfile"], {
    cwd: rules,
    env: { ...process.env, ...environment, XDG_DATA_HOME: data, XDG_CONFIG_HOME: rules },
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const isUp = () => fetch(`http://127.0.0.1:${health}/`).then(({ ok }) => ok, () => false);
  await vi.waitUntil(isUp, { timeout: 20_000 });
  return data;
}

/** Answers with what it was asked. @returns Where it listens. */
async function startEcho(): Promise<string> {
  const server = createServer(({ url, headers }, answer) =>
    answer.end(JSON.stringify({ url, headers }))
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createSocket());
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}

/** One call over TLS, by an authority or by those that everyone knows. */
function ask(
  url: string,
  { ca, headers = {} }: { readonly ca?: string; readonly headers?: IncomingHttpHeaders },
): Promise<{ readonly status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { ...(ca !== undefined && { ca }), headers, agent: false },
      (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode });
      },
    );
    call.once("error", reject);
    call.end();
  });
}
