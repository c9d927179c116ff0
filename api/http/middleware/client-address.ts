import { BlockList, isIP } from "node:net";

/** Client's address, from its connection and `X-Forwarded-For`. */
export type ClientAddress = (
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
) => string;

export function createProxies(trustedProxies: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const entry of trustedProxies) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  if (trustedProxies.length === 0) return () => false;
  return (address) => {
    const plain = withoutMapping(address);
    const family = isIP(plain);
    return family !== 0 && proxies.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}

/** Uses only trusted proxies' part of `X-Forwarded-For`, because anyone can send the header. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isProxy = createProxies(trustedProxies);

  return (remoteAddress = "unknown", forwardedFor = "") => {
    let client = withoutMapping(remoteAddress);
    const hops = forwardedFor.split(",").map((hop) => hop.trim());
    while (isProxy(client)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(withoutMapping(hop)) === 0) break;
      client = withoutMapping(hop);
    }
    return client;
  };
}

/** Without the prefix of an IPv6 socket (`::ffff:192.0.2.1`). */
function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
