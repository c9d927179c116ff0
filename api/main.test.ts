import { spawn } from "node:child_process";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { someone } from "./testing/app.ts";

interface Service {
  readonly origin: string;
  readonly pid: number | undefined;
  /** What it has written for people. */
  written(): string;
  /** Sends a signal; resolves with the exit code. */
  stop(signal: "SIGTERM" | "SIGINT"): Promise<number | null>;
}

const plainly = [process.execPath, "run", "-A", "api/main.ts"];

/** Runs the service as a process of its own. */
function run(environment: Record<string, string>, [program = "", ...args] = plainly) {
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
  return { child, output, ended };
}

async function start(dataDir: string, command = plainly): Promise<Service> {
  const { child, output, ended } = run({
    APP_ENV: "development",
    PORT: "0",
    DATA_DIR: dataDir,
  }, command);
  const ready = new Promise<string>((resolve) =>
    child.stdout.on("data", () => {
      const origin = /ready at (http:\S+)\n/.exec(output.out)?.[1];
      if (origin !== undefined) resolve(origin);
    })
  );
  const origin = await Promise.race([ready, ended.then(() => undefined)]);
  if (origin === undefined) throw new Error(`The service did not start: ${output.err}`);
  return {
    origin,
    pid: child.pid,
    written: () => output.out,
    stop(signal) {
      // Not child.kill(): on Deno it makes every end look like one by the signal.
      if (child.pid !== undefined) process.kill(child.pid, signal);
      return ended;
    },
  };
}

const post = (origin: string, path: string, body: unknown) =>
  fetch(`${origin}${path}`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

// Each starts processes, which take as long as the machine lets them.
describe("the service", { timeout: 60_000 }, () => {
  it("is one process with npm start, which says its version and that it stops", async () => {
    const { scripts, version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(scripts.start).toBe("exec api/operations/start.sh");
    const service = await start(join(await temporaryFolder(), "data"), ["api/operations/start.sh"]);
    expect(service.written()).toContain(`Alumni Connect ${version} is ready`);
    // The script has become the server.
    expect(await readFile(`/proc/${service.pid}/cmdline`, "utf8")).toMatch(/api\/main\.ts/);
    expect(await readFile(`/proc/${service.pid}/task/${service.pid}/children`, "utf8")).toBe("");
    expect(await service.stop("SIGINT")).toBe(0);
    expect(service.written()).toContain("and stops");
  });

  it("keeps accounts, sessions and mail across a restart, and stops on a signal", async () => {
    const dataDir = join(await temporaryFolder(), "data");
    const first = await start(dataDir);
    const registered = await post(first.origin, "/api/register", someone);
    expect(registered.status).toBe(201);
    const cookie = registered.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    await post(first.origin, "/api/forgot-password", { email: someone.email });
    expect(await first.stop("SIGTERM")).toBe(0);

    const [mail = ""] = await readdir(join(dataDir, "outbox"));
    expect(await readFile(join(dataDir, "outbox", mail), "utf8")).toContain(someone.email);

    const second = await start(dataDir);
    const user = await fetch(`${second.origin}/api/user`, { headers: { Cookie: cookie } });
    expect(await user.json()).toMatchObject({ username: someone.username });
    expect(await second.stop("SIGINT")).toBe(0);
  });

  it("says what is wrong with its configuration, and does not start", async () => {
    const { output, ended } = run({ PORT: "many", APP_ORIGIN: "alumni.example.edu" });
    expect(await ended).toBe(1);
    expect(output.err).toBe(
      "The configuration is not valid:\n" +
        "  PORT: must be a whole number from 0 to 65535\n" +
        "  APP_ORIGIN: must be an origin such as https://alumni.example.edu, without a path\n",
    );
  });

  it("says when what answers at the address of a database is something else", async () => {
    const something = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => new Response("hello"),
    );
    onTestFinished(() => something.shutdown());
    const address = `http://127.0.0.1:${something.addr.port}`;
    const { output, ended } = run({
      DATA_DIR: join(await temporaryFolder(), "data"),
      EVENTS_URL: address,
      VAULT_URL: `${address}/vault`,
      KEK: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
      CLAIM_KEY: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDI=",
    });
    expect(await ended).toBe(1);
    expect(output.err).toContain(
      `EVENTS_URL: what answers at ${address} is no libSQL server; is this its address?`,
    );
  });

  it("makes nothing before it is able to serve", async () => {
    const folder = await temporaryFolder();
    // The product, without what is built for browsers.
    for (const name of ["api", "web", "events", "search", "node_modules", "package.json"]) {
      await symlink(join(process.cwd(), name), join(folder, name));
    }
    const { output, ended } = run({
      PORT: "0",
      APP_ENV: "production",
      DATA_DIR: join(folder, "data"),
    }, [process.execPath, "run", "-A", join(folder, "api/main.ts")]);
    expect(await ended).toBe(1);
    expect(output.err).toContain("npm run build");
    expect(await readdir(folder)).not.toContain("data");
  });

  it("serves built pages also while developing, as everything that they load is there", async () => {
    const { origin } = await start(join(await temporaryFolder(), "data"));
    const html = await (await fetch(`${origin}/`)).text();
    const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) =>
      path
    );
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded) expect((await fetch(`${origin}${path}`)).status).toBe(200);
  });

  it("says when its port is taken", async () => {
    const { origin } = await start(join(await temporaryFolder(), "data"));
    const { output, ended } = run({
      APP_ENV: "development",
      PORT: new URL(origin).port,
      DATA_DIR: join(await temporaryFolder(), "data"),
    });
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/PORT: \d+ is taken by another program on 127\.0\.0\.1\n$/);
  });
});
