import { describe, expect, it } from "vitest";
import { proveAuthor } from "./prove-author.ts";

const prove = (trustedAuthservId: string | undefined, ...headers: readonly string[]) =>
  proveAuthor(Buffer.from([...headers, "From: kim@example.edu", "", "Hello", ""].join("\r\n")), {
    trustedAuthservId,
    isSigned: async () => false,
  });
const isProven = async (id: string | undefined, ...headers: readonly string[]) =>
  (await prove(id, ...headers)).isProven;

const results = "Authentication-Results";
const server = "mx.example.net";
const passed = "dmarc=pass header.from=example.edu";

describe("the receiving server's stamp", () => {
  it.each([
    `${results}: ${server}; ${passed}`,
    `${results}: MX.Example.NET 1; ${passed}`,
    `AUTHENTICATION-RESULTS: ${server}; DMARC=Pass HEADER.FROM=Example.EDU`,
    `${results}:\r\n ${server};\r\n\tdmarc\r\n =\r\n pass\r\n header.from=example.edu`,
    `${results}: (a (nested) one) "${server}" (1;2); dmarc/1 = pass (p=none) header.from="example.edu"`,
    `${results}: ${server}; dkim=pass header.i=@example.edu header.b=Ab+/cd; spf=pass (${server}: ok) ` +
    `smtp.mailfrom=kim@example.edu; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.edu`,
    `${results}: ${server}; ${passed}; ${passed}`,
  ])("is proof: %s", async (header) => {
    expect(await isProven(server, header)).toBe(true);
    expect(await isProven(undefined, header)).toBe(false);
    expect(await isProven("example.net", header)).toBe(false);
  });

  it.each([
    `${results}: mx.evil.example; ${passed}`,
    `${results}: ${server}.evil.example; ${passed}`,
    `${results}: ${server} 2; ${passed}`,
    `${results}: ${passed}`,
    `${results}: ${server}; none`,
    `${results}: ${server}`,
    `${results}:`,
    `${results}: ${server}; dmarc=pass`,
    `${results}: ${server}; dmarc=pass header.from=evil.example`,
    `${results}: ${server}; dmarc=pass header.from=mail.example.edu`,
    `${results}: ${server}; dmarc=pass header.from=example.edu header.from=evil.example`,
    `${results}: ${server}; dmarc=pass smtp.mailfrom=example.edu`,
    `${results}: ${server}; dmarc=fail header.from=example.edu`,
    `${results}: ${server}; dmarc=none header.from=example.edu`,
    `${results}: ${server}; dmarc=bestguesspass header.from=example.edu`,
    `${results}: ${server}; dmarc="pass" header.from=example.edu`,
    `${results}: ${server}; "dmarc"=pass header.from=example.edu`,
    `${results}: ${server}; (${passed})`,
    `${results}: ${server}; spf=fail reason="x\\"; ${passed}; x=\\"x"`,
    `${results}: ${server}; spf=pass reason="; ${passed}"`,
    `${results}: ${server}; spf=fail reason=";\\"; ${passed}"`,
    `${results}: ${server}; dmarc=fail (dmarc=pass) header.from=example.edu`,
    `${results}: ${server}; dmarc=fail reason="dmarc=pass" header.from=example.edu`,
    `${results}: ${server}; ${passed}; dmarc=fail header.from=example.edu`,
    `${results}: ${server}; dmarc=fail header.from=example.edu; ${passed}`,
    `${results}: ${server}; ${passed}; dmarc=pass header.from=evil.example`,
    // The server copied the sender's words, which hide the rest.
    `${results}: ${server}; spf=pass smtp.mailfrom=x; ${passed}; (@evil.example; dmarc=fail`,
    `${results}: ${server}; spf=pass smtp.mailfrom=x; ${passed}; "@evil.example; dmarc=fail`,
    `${results}: ${server}; dkim=pass header.d=example.edu; spf=pass`,
    `X-${results}: ${server}; ${passed}`,
    `ARC-${results}: i=1; ${server}; ${passed}`,
  ])("is no proof: %s", async (header) => {
    expect(await isProven(server, header)).toBe(false);
  });

  it("is read from the topmost header only", async () => {
    const [right, named] = [
      `${results}: ${server}; ${passed}`,
      `${results}: mx.evil.example; none`,
    ];
    expect(await isProven(server, right, named)).toBe(true);
    expect(await isProven(server, named, right)).toBe(false);
    expect(await isProven(server, `${results}: ${server}; dmarc=fail`, right)).toBe(false);
    expect(await isProven(server, `${results}: ${server}; spf=pass`, right)).toBe(false);
    expect(await isProven(server, `Subject: x\r\n ${right}`)).toBe(false);
  });

  it("may have no server name, as Exchange writes it, if the first header is trusted", async () => {
    const exchange = `${results}: spf=pass (sender IP is 192.0.2.1)\r\n ` +
      "smtp.mailfrom=example.edu; dkim=pass (signature was verified)\r\n header.d=example.edu;" +
      "dmarc=pass action=none header.from=example.edu;compauth=pass reason=100";
    expect(await isProven("first", exchange)).toBe(true);
    expect(await isProven("First", `${results}: ${passed}`)).toBe(true);
    expect(await isProven(server, exchange)).toBe(false);
    expect(await isProven("first", exchange.replace("dmarc=pass", "dmarc=none"))).toBe(false);
    expect(await isProven("first", `${results}: dmarc=fail`, exchange)).toBe(false);
  });
});
