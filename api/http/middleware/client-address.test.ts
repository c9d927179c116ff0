import { describe, expect, it } from "vitest";
import { createClientAddress } from "./client-address.ts";

describe("createClientAddress", () => {
  it("ignores the header without a trusted proxy", () => {
    const clientAddress = createClientAddress([]);
    expect(clientAddress("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
    expect(clientAddress(undefined, undefined)).toBe("unknown");
  });

  it("uses the addresses that trusted proxies added, from the right", () => {
    const clientAddress = createClientAddress(["10.0.0.0/8", "fd00::1"]);
    expect(clientAddress("10.1.2.3", "203.0.113.9")).toBe("203.0.113.9");
    expect(clientAddress("::ffff:10.1.2.3", "203.0.113.9")).toBe("203.0.113.9");
    expect(clientAddress("fd00::1", "1.1.1.1, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
    expect(clientAddress("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
  });

  it("uses the proxy's address if the header has none", () => {
    const clientAddress = createClientAddress(["10.0.0.1"]);
    expect(clientAddress("10.0.0.1", "someone, <script>")).toBe("10.0.0.1");
    expect(clientAddress("10.0.0.1", undefined)).toBe("10.0.0.1");
  });
});
