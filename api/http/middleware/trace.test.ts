import { describe, expect, it } from "vitest";
import { appForTest } from "../../testing/app-for-test.ts";

const proxyRequestId = "7b1f0c4e-5a55-4a0b-9d6e-0d3f5a2b1c00";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const headers = {
  "X-Request-Id": proxyRequestId,
  traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
};

async function loggedOf(ip: string, sent: Readonly<Record<string, string>>) {
  const app = await appForTest({ trustedProxies: ["10.0.0.0/8"] });
  await app.browser().get("/api/user", { ip, headers: sent });
  return app.logged.find(({ event }) => event === "request");
}

describe("a request with a proxy's trace id", () => {
  it("is logged with the proxy's id beside ours", async () => {
    expect(await loggedOf("10.0.0.7", headers)).toMatchObject({ proxyRequestId, traceId });
  });

  it("is logged without the id if the sender isn't a trusted proxy", async () => {
    const line = await loggedOf("203.0.113.7", headers);
    expect(line).not.toHaveProperty("proxyRequestId");
    expect(line).not.toHaveProperty("traceId");
  });

  it("is logged without the id if it could be a person's words", async () => {
    const words = { "X-Request-Id": "pat@example.com is here", traceparent: "00-pat-doe-01" };
    const line = await loggedOf("10.0.0.7", words);
    expect(JSON.stringify(line)).not.toContain("pat");
    expect(line).toHaveProperty("requestId");
  });
});
