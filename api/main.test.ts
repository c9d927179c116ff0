import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { makeIdentity } from "./config/identities.ts";
import { childrenOf, drawingProcessOf, treeOf } from "./drawing/testing/watch-memory.ts";
import { send, signUp } from "./testing/calls.ts";
import { serveForTest } from "./testing/http-server.ts";
import { startProduct } from "./testing/process.ts";
import { productForTest } from "./testing/product-for-test.ts";

const newFolder = async () => ({ DATA_DIR: join(await temporaryFolder(), "data") });

/** Runs a program as it is, without the permissions that people start the service with. */
function run(environment: Record<string, string>, program: string, ...args: readonly string[]) {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1", ...environment },
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (text) => output.out += text);
  child.stderr.on("data", (text) => output.err += text);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { pid: child.pid ?? NaN, output, ended };
}

// Each starts processes, which take as long as the machine lets them.
describe("the service", () => {
  it("is one process beside those that draw with npm start", async () => {
    const { scripts, version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(scripts.start).toBe("exec api/cli/start.sh");
    const environment = { APP_ENV: "development", PORT: "0", ...await newFolder() };
    const { pid, output } = run(environment, "api/cli/start.sh");
    await expect.poll(() => output.out)
      .toContain(`Alumni Connect ${version} is ready`);
    // The script has become the server.
    expect(await readFile(`/proc/${pid}/cmdline`, "utf8")).toMatch(/api\/main\.ts/);
    const [script = NaN, ...others] = await childrenOf(pid);
    expect(others).toEqual([]);
    const drawing = await drawingProcessOf(script);
    expect(await readFile(`/proc/${drawing}/environ`, "utf8")).not.toContain(environment.DATA_DIR);
  });

  it.each<[string, NodeJS.Signals | "a port that is taken"]>([
    ["is stopped", "SIGTERM"],
    ["is stopped by Ctrl-C", "SIGINT"],
    ["is killed", "SIGKILL"],
    ["doesn't start", "a port that is taken"],
  ])("leaves no process and no socket when it %s", async (_, end) => {
    const isFailing = end === "a port that is taken";
    const taken = new URL(serveForTest(() => new Response())).port;
    const PORT = isFailing ? taken : "0";
    const environment = { APP_ENV: "development", ...await newFolder(), PORT };
    const { pid, output, ended } = run(environment, "api/cli/start.sh");
    const seen = new Set<number>();
    const sockets = new Set<string>();
    const timer = setInterval(async () => {
      for (const process of await treeOf(pid)) {
        const command = await readFile(`/proc/${process}/cmdline`, "utf8").catch(() => "");
        if (!command.includes("api/drawing/")) continue;
        seen.add(process);
        const socket = /drawing-process\.ts\0([^\0]+)/.exec(command)?.[1];
        if (socket !== undefined) sockets.add(socket);
      }
    }, 20);
    if (!isFailing) {
      await expect.poll(() => output.out).toContain("is ready");
      await expect.poll(() => [...sockets].filter(existsSync)).toHaveLength(1);
      process.kill(pid, end);
    }
    // Also what shared its outputs.
    await ended;
    clearInterval(timer);
    expect(seen.size).toBeGreaterThan(1);
    await expect.poll(() => [...seen].filter((id) => existsSync(`/proc/${id}`))).toEqual([]);
    expect([...sockets].map(dirname).filter(existsSync)).toEqual([]);
  });

  it("keeps accounts, sessions and mail across a restart, and stops on a signal", async () => {
    const environment = await newFolder();
    const first = await productForTest(environment);
    const { cookie, username } = await signUp(first, "pat");
    const email = `${username}@example.com`;
    await send(first, "POST", "/api/forgot-password", { body: { email } });
    // Not by the child's own method: on Deno it makes every end look like one by the signal.
    process.kill(first.pid, "SIGTERM");
    expect(await first.ended).toBe(0);
    const outbox = join(environment.DATA_DIR, "outbox");
    const [mail = ""] = await readdir(outbox);
    expect(await readFile(join(outbox, mail), "utf8")).toContain(email);
    const second = await productForTest(environment);
    const user = await send(second, "GET", "/api/user", { cookie });
    expect(await user.json()).toMatchObject({ username });
  });

  it("says when what answers at the address of a database is something else", async () => {
    const address = serveForTest(() => new Response("hello"));
    const starting = startProduct({
      ...await newFolder(),
      DATABASE_URL: address,
      SECRET: (await makeIdentity()).identity,
    });
    await expect(starting).rejects.toThrow(
      `DATABASE_URL: what answers at ${address} is no libSQL server; is this its address?`,
    );
  });

  it("makes nothing before it is able to serve", async () => {
    const folder = await temporaryFolder();
    // The product, without what is built for browsers.
    for (const name of ["api", "web", "events", "search", "node_modules", "package.json"]) {
      await symlink(join(process.cwd(), name), join(folder, name));
    }
    const environment = { PORT: "0", APP_ENV: "production", DATA_DIR: join(folder, "data") };
    const program = join(folder, "api/main.ts");
    const { output, ended } = run(environment, process.execPath, "run", "-A", program);
    expect(await ended).toBe(1);
    expect(output.err).toContain("npm run build");
    expect(await readdir(folder)).not.toContain("data");
  });

  it("serves what its pages load also while developing, and says when its port is taken", async () => {
    const { origin } = await productForTest({ ...await newFolder(), APP_ENV: "development" });
    const html = await (await fetch(`${origin}/`)).text();
    const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)];
    expect(loaded.length).toBeGreaterThan(1);
    for (const [, path] of loaded) expect((await fetch(`${origin}${path}`)).status).toBe(200);
    const { port } = new URL(origin);
    await expect(startProduct({ ...await newFolder(), PORT: port })).rejects.toThrow(
      /PORT: \d+ is taken by another program on 127\.0\.0\.1\n$/,
    );
  });
});
