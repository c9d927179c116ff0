/**
 * Development server: Vite serves scripts and styles and reloads them in place. Everything else is
 * forwarded to the server, which restarts when its code changes.
 * @module
 */
const devPort = Deno.env.get("DEV_PORT") ?? "5173";
const stopWithinMs = 1500;
const origin = `http://localhost:${devPort}`;

const drawing = await Deno.makeTempDir({ dir: "/tmp", prefix: "alumni-connect." });
// The drawing process ends with this one.
new Deno.Command("api/drawing/start.sh", {
  args: [Deno.execPath(), drawing, String(Deno.pid)],
}).spawn();
const server = new Deno.Command(Deno.execPath(), {
  args: [
    ...["run", "-A", "--watch", "--no-clear-screen", "api/main.ts", "--vite"],
    `--drawing=${drawing}/socket`,
  ],
  env: {
    APP_ENV: Deno.env.get("APP_ENV") ?? "development",
    // Links in emails, and the origin check of forms, use the address that people see.
    APP_ORIGIN: Deno.env.get("APP_ORIGIN") ?? origin,
  },
}).spawn();
const vite = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", "node_modules/vite/bin/vite.js", "--clearScreen", "false"],
}).spawn();

console.log(`Open ${origin}`);
for (const name of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(name, stop);
}
// When one of the two ends, end the other.
await Promise.race([server.status, vite.status]);
await stop();

async function stop(): Promise<void> {
  end(server, "SIGTERM");
  end(vite, "SIGTERM");
  await Promise.race([
    Promise.all([server.status, vite.status]),
    new Promise((resolve) => setTimeout(resolve, stopWithinMs)),
  ]);
  // The server ends on its own at the signal; the file watcher would wait for a change
  // indefinitely.
  end(server, "SIGKILL");
  Deno.exit(0);
}

function end(child: Deno.ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended already.
  }
}
