import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { pathOf } from "../browser.ts";
import type { Engine } from "./engine.ts";
import { type Command, createWebDriver } from "./webdriver.ts";

const driverProgram = pathOf("WebKitWebDriver");
const [browserProgram] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
const isThere = driverProgram !== undefined && browserProgram !== undefined &&
  pathOf("Xvfb") !== undefined;

const host = "127.0.0.1";

/** WebKitGTK's own small browser, on a virtual screen. */
export const webkit: Engine = {
  name: "WebKitGTK",
  missing: isThere ? undefined : "webkit2gtk-driver and xvfb",
  async start() {
    const screen = spawn("Xvfb", [
      "-displayfd",
      "3",
      "-screen",
      "0",
      "1600x1200x24",
      "-nolisten",
      "tcp",
    ], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [display] = await once(screen.stdio[3] as Readable, "data");
    const port = freePort();
    const driver = spawn(driverProgram ?? "", [`--port=${port}`, `--host=${host}`], {
      env: { ...process.env, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const written: string[] = [];
    for (const output of [driver.stdout, driver.stderr]) {
      output.on("data", (chunk) => written.push(...String(chunk).split("\n")));
    }
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`http://${host}:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = await answer.json();
      if (!answer.ok) throw new Error(JSON.stringify(value));
      return value;
    };
    await answers(driver, () => call("GET", "/status"));
    const { sessionId } = await call("POST", "/session", {
      capabilities: { alwaysMatch: options },
    });
    const base = `/session/${sessionId}`;
    await call("POST", `${base}/window/rect`, { width: 1400, height: 1100 });
    return createWebDriver({
      send(command, { id, ...given } = {}) {
        const [method, path] = addresses[command];
        const address = base + path.replace("{id}", String(id));
        return call(method, address, method === "POST" ? given : undefined);
      },
      complaints: () =>
        written.filter((line) => /^CONSOLE .*(ERROR|WARN)|Content.Security/i.test(line)),
      async close() {
        await call("DELETE", base);
        for (const child of [driver, screen]) {
          child.kill();
          await once(child, "exit");
        }
      },
    });
  },
};

function freePort(): number {
  const listener = Deno.listen({ hostname: host, port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

const options = {
  browserName: "MiniBrowser",
  "webkitgtk:browserOptions": {
    binary: browserProgram,
    args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
  },
};

const addresses: Readonly<Record<Command, readonly [method: string, path: string]>> = {
  Navigate: ["POST", "/url"],
  ExecuteScript: ["POST", "/execute/sync"],
  ElementClick: ["POST", "/element/{id}/click"],
  ElementClear: ["POST", "/element/{id}/clear"],
  ElementSendKeys: ["POST", "/element/{id}/value"],
};

async function answers(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  while (child.exitCode === null) {
    if (await ask().then(() => true, () => false)) return;
    await delay(50);
  }
  throw new Error(`The driver ended with ${child.exitCode}`);
}
