import { connect } from "node:net";

/** Sends raw bytes, closes that side, and reads until the other side closes. */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("data", (chunk) => answer += chunk.toString("latin1"));
    socket.on("error", () => {}).on("close", () => resolve(answer));
    socket.end(bytes, "latin1");
  });
}
