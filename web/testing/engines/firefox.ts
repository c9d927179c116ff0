import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathOf } from "../browser.ts";
import type { Engine } from "./engine.ts";
import { createWebDriver } from "./webdriver.ts";

const program = pathOf("firefox-esr") ?? pathOf("firefox");

/** Firefox, by the socket that its own driver uses, since Debian has no geckodriver. */
export const firefox: Engine = {
  name: "Firefox",
  missing: program === undefined ? "firefox-esr" : undefined,
  async start() {
    const profile = await mkdtemp(join(tmpdir(), "alumni-firefox-"));
    await writeFile(join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
    const arguments_ = ["--headless", "--marionette", "--no-remote", "--profile", profile];
    const child = spawn(program ?? "", arguments_, { stdio: "ignore" });
    const socket = connect(await portOf(child, join(profile, "MarionetteActivePort")), "127.0.0.1");
    const call = createCalls(socket);
    await call("NewSession", {});
    return createWebDriver({
      send: call,
      // It doesn't print its console's messages.
      complaints: () => [],
      async close() {
        socket.destroy();
        child.kill();
        await once(child, "exit");
        await rm(profile, { recursive: true, force: true });
      },
    });
  },
};

async function portOf(child: ChildProcess, file: string): Promise<number> {
  while (child.exitCode === null) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text !== "") return Number(text);
    await delay(50);
  }
  throw new Error(`Firefox ended with ${child.exitCode}`);
}

/**
 * Messages are JSON preceded by their length: `[0, number, name, parameters]`, `[1, number, error,
 * value]`.
 */
function createCalls(socket: Socket) {
  const waiting = new Map<number, (answer: unknown[]) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let colon = received.indexOf(":"); colon > 0; colon = received.indexOf(":")) {
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) waiting.get(message[1])?.(message);
    }
  });
  return async (command: string, given: object = {}): Promise<unknown> => {
    const number = ++last;
    const answered = new Promise<unknown[]>((resolve) => waiting.set(number, resolve));
    const text = JSON.stringify([0, number, `WebDriver:${command}`, given]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, value] = await answered;
    waiting.delete(number);
    if (error !== null) throw new Error(JSON.stringify(error));
    return Object(value).value;
  };
}
