import { connect, createServer, type Socket } from "node:net";

/** A proxy that can be told to drop all data, while its connections stay open. */
export async function openSilentProxy(port: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let opened = 0;
  const server = createServer((near) => {
    opened++;
    const far = connect(port, "127.0.0.1");
    // Connections that were open when the silence began stay silent.
    let isDead = false;
    for (const [from, to] of [[near, far], [far, near]] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        isDead ||= isSilent;
        if (!isDead) to.write(bytes);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    port: (server.address() as { port: number }).port,
    /** The number of connections opened. */
    opened: () => opened,
    setSilent: (silent: boolean) => void (isSilent = silent),
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
