import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A local server whose answers a test chooses, and that counts requests. */
export interface FakeHttp {
  readonly url: string;
  /** Number of requests so far. */
  requests(): number;
  /** From now on. */
  answerWith(
    answer: (response: ServerResponse, path: string, headers: IncomingHttpHeaders) => void,
  ): void;
  /** Closes it as if it had been killed. */
  close(): Promise<void>;
}

export async function startFakeHttp(): Promise<FakeHttp> {
  let count = 0;
  let answer: Parameters<FakeHttp["answerWith"]>[0] = (response) => void response.end();
  const server = createServer((request, response) => {
    count++;
    request.resume();
    request.on("end", () => answer(response, request.url ?? "", request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => count,
    answerWith(next) {
      answer = next;
    },
    close,
  };
}
