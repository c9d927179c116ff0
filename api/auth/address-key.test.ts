import { describe, expect, it } from "vitest";
import { addressKey, networkKey } from "./address-key.ts";

describe("addressKey", () => {
  it("takes an IPv6 /64 for one address", () => {
    expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(addressKey("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
    expect(addressKey("2001:0DB8:0001:2:ffff::")).toBe("2001:db8:1:2::/64");
    expect(addressKey("::1")).toBe("0:0:0:0::/64");
  });

  it("leaves IPv4 addresses as they are, also inside IPv6", () => {
    expect(addressKey("192.0.2.1")).toBe("192.0.2.1");
    expect(addressKey("::ffff:192.0.2.1")).toBe("192.0.2.1");
  });
});

describe("networkKey", () => {
  it("takes an IPv6 /56 for one network", () => {
    expect(networkKey("2001:db8:1:2ab:3:4:5:6")).toBe("2001:db8:1:200::/56");
    expect(networkKey("2001:db8:1:2ff::1")).toBe("2001:db8:1:200::/56");
    expect(networkKey("2001:db8:1:300::1")).toBe("2001:db8:1:300::/56");
  });

  it("leaves IPv4 addresses as they are, also inside IPv6", () => {
    expect(networkKey("192.0.2.1")).toBe("192.0.2.1");
    expect(networkKey("::ffff:192.0.2.1")).toBe("192.0.2.1");
  });
});
