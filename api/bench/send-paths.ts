/**
 * Sends requests over a number of connections, each the next as soon as its last one is answered,
 * and prints as JSON how long answers took. Started by `http.ts`, in a process of its own; talks to
 * this machine only, and stops by itself.
 *
 *     send-paths.ts <port> <cookie> <connections> <file with one path a line>
 *
 * @module
 */

const [port = "", cookie = "", connections = "", file = ""] = Deno.args;
const paths = (await Deno.readTextFile(file)).trim().split("\n");
const times: number[] = [];
let next = 0;

const begin = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, useConnection));
const seconds = (performance.now() - begin) / 1000;
console.log(JSON.stringify({ seconds, times }));

async function useConnection(): Promise<void> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  connection.setNoDelay(true);
  const read = createReader(connection);
  const encoder = new TextEncoder();
  for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
    const request = encoder.encode(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    const start = performance.now();
    await writeAll(connection, request);
    await read();
    times.push(performance.now() - start);
  }
}

/** Reads one whole answer a call. Its length has to be in its head, and its status 200. */
function createReader(connection: Deno.Conn): () => Promise<void> {
  const buffer = new Uint8Array(1 << 20);
  const decoder = new TextDecoder("latin1");
  return async () => {
    let filled = 0;
    let wanted = Infinity;
    while (filled < wanted) {
      const read = await connection.read(buffer.subarray(filled));
      if (read === null) throw new Error("The connection was closed");
      filled += read;
      if (wanted === Infinity) wanted = lengthOf(decoder.decode(buffer.subarray(0, filled)));
    }
  };
}

/** How long an answer is of which this is the beginning; `Infinity` while its head is not whole. */
function lengthOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return Infinity;
  if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(text.slice(0, 300));
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head)) ?? [];
  if (length === undefined) throw new Error("An answer without a length");
  return head + 4 + Number(length);
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
