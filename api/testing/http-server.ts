import { onTestFinished } from "vitest";

/** Starts an HTTP server for the current test. @returns Its origin. */
export function serveForTest(answer: (request: Request) => Response | Promise<Response>): string {
  const options = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
  const server = Deno.serve(options, answer);
  onTestFinished(() => server.shutdown());
  return `http://127.0.0.1:${server.addr.port}`;
}
