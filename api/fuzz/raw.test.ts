import { expect, it, onTestFinished } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { calls } from "../testing/described.ts";
import { exchange } from "../testing/exchange.ts";
import { appForTest } from "../testing/app-for-test.ts";

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const body = '{"username":"jdoe","password":"correct horse"}';

/** What no client library sends: bytes as they are. */
const manglings: ((head: string) => string)[] = [
  (head) => `${head}Content-Length: 400\r\n\r\n${body}`,
  (head) => `${head}Content-Length: 3\r\n\r\n${body}`,
  (head) => `${head}Content-Length: -1\r\n\r\n${body}`,
  (head) => `${head}Content-Length: 5\r\nContent-Length: 46\r\n\r\n${body}`,
  (head) =>
    `${head}Content-Length: 46\r\nTransfer-Encoding: chunked\r\n\r\n2e\r\n${body}\r\n0\r\n\r\n`,
  (head) => `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}`,
  (head) => `${head}Transfer-Encoding: chunked\r\n\r\n2e\r\n${body.slice(0, 9)}`,
  (head) => `${head}Expect: 100-continue\r\nContent-Length: 46\r\n\r\n`,
  (head) => `${head}Content-Encoding: gzip\r\nContent-Length: 46\r\n\r\n${body}`,
  (head) => `${head}Cookie: session=${"\u00ff".repeat(20)}\r\n\r\n`,
  (head) => `${head}X: ${"y".repeat(100_000)}\r\n\r\n`,
  (head) => `${head}Host: elsewhere.example.com\r\n\r\n`,
  (head) => `${head}: empty\r\n\r\n`,
  (head) => `${head}folded: a\r\n b\r\n\r\n`,
  (head) => head.replace(" HTTP/1.1", "/../../../etc/passwd HTTP/1.1") + "\r\n",
  (head) => head.replace(" HTTP/1.1", "?search=\u0001\u0002#x HTTP/1.1") + "\r\n",
  (head) => head.replace(" /", " http://elsewhere.example.com/") + "\r\n",
  (head) => head.replace("HTTP/1.1", "HTTP/9.9") + "\r\n",
  (head) => head.slice(0, 20),
  (head) => `${head}\r\n${head}\r\n${head}\r\n`,
];

it(
  `bytes that are hardly HTTP are no fault, and leave the service well (seed ${seed})`,
  async () => {
    const random = createRandom(seed);
    const { app, logged } = await appForTest();
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
    onTestFinished(() => server.shutdown());
    for (let sent = 0; sent < 200; sent++) {
      const { method, path } = random.pick(calls);
      const mangle = manglings[sent % manglings.length]!;
      const head =
        `${method.toUpperCase()} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.addr.port}\r\n` +
        "Origin: http://127.0.0.1:8000\r\nContent-Type: application/json\r\nConnection: close\r\n";
      const answer = await exchange(server.addr.port, mangle(head));
      expect(answer, `FUZZ_SEED=${seed}, ${sent}: ${mangle(head).slice(0, 300)}`).not.toMatch(
        /^HTTP\/1\.1 5/,
      );
    }
    expect(await (await fetch(`http://127.0.0.1:${server.addr.port}/healthz`)).text()).toBe("ok");
    expect(logged.filter(({ level }) => level === "error")).toEqual([]);
  },
  120_000,
);
