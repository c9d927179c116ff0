/**
 * The development loop: Vite answers for scripts and styles and reloads them in place; everything
 * else goes on to the server, which starts anew when its code changes.
 *
 * @module
 */
const devPort = Deno.env.get("DEV_PORT") ?? "5173";
const origin = `http://localhost:${devPort}`;

const server = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", "--watch", "--no-clear-screen", "api/main.ts"],
  env: {
    APP_ENV: Deno.env.get("APP_ENV") ?? "development",
    // Links in mails, and the check of where forms come from, go by the address people see.
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
// When one of the two ends, the other is of no use.
await Promise.race([server.status, vite.status]);
stop();

function stop(): void {
  for (const child of [server, vite]) {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
  }
  Deno.exit(0);
}
