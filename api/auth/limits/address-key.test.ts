import { expect, it } from "vitest";
import { addressKey, networkKey } from "./address-key.ts";

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:2:ffff::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
])("counts an IPv6 /64 as one address, and each IPv4 address: %s", (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

it.each([
  ["2001:db8:1:2ab:3:4:5:6", "2001:db8:1:200::/56"],
  ["2001:db8:1:2ff::1", "2001:db8:1:200::/56"],
  ["2001:db8:1:300::1", "2001:db8:1:300::/56"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
])("counts an IPv6 /56 as one network: %s", (ip, key) => {
  expect(networkKey(ip)).toBe(key);
});
