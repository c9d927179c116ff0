import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A proxy to a server that can be closed, as if the server were stopped or no longer answered. */
export interface Gate {
  readonly url: string;
  /** Aborts running calls and refuses new ones. */
  stop(): Promise<void>;
  /** Accepts connections without forwarding anything. */
  hang(): void;
  /** Forwards everything, at the same address as before. */
  start(): Promise<void>;
}

export async function openGate(target: string): Promise<Gate> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let isHanging = false;
  let port = 0;

  function join(from: Socket): void {
    const to = connect(Number(targetPort), hostname);
    for (const [one, other] of [[from, to], [to, from]] as const) {
      sockets.add(one);
      one.on("data", (bytes) => {
        if (!isHanging) other.write(bytes);
      });
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }

  let server = createServer(join);
  const breakOff = () => sockets.forEach((socket) => socket.destroy());
  const listen = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

  async function stop(): Promise<void> {
    breakOff();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }

  await listen();
  port = (server.address() as AddressInfo).port;
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    hang() {
      isHanging = true;
    },
    async start() {
      breakOff();
      isHanging = false;
      if (server.listening) return;
      server = createServer(join);
      await listen();
    },
  };
}
