import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { MailUnavailable } from "../mail.ts";

/** Address of a mail server that staff named. */
export interface Reached {
  readonly address: string;
  /** Another port and another authority, for tests. */
  readonly port?: number;
  readonly ca?: string;
}

/** Looks up staff's server for each connection. @throws {MailUnavailable} Also for addresses of this machine. */
export type Reach = (host: string) => Promise<Reached>;

export const reach: Reach = async (host) => {
  const found = isIP(host) !== 0 ? [host] : await lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    (cause) => {
      throw new MailUnavailable("EDNS", { cause });
    },
  );
  // Any of the addresses may be used.
  if (found.some((each) => isOfThisMachine(each))) throw new MailUnavailable("EOWNHOST");
  const address = found.find((each) => isIP(each) === 4) ?? found[0];
  if (address === undefined) throw new MailUnavailable("EDNS");
  return { address };
};

/** Ranges that are never a mail server's, besides link-local and multicast ones. Private networks are allowed. */
const refusedRanges = ["unspecified", "loopback", "linkLocal", "multicast", "broadcast"];
/** Reserved addresses, forms of IPv4 within IPv6 that no mail server has, and metadata services of clouds. */
const refused = [
  ...["240.0.0.0/4", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"],
  ...["::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "2001::/32"],
  ...["fd00:ec2::254/128", "fd20:ce::254/128"],
].map((network) => ipaddr.parseCIDR(network));

/** Whether an address leads to this machine, directly or through address translation. */
export function isOfThisMachine(
  address: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): boolean {
  const own = Object.values(interfaces).flatMap((all = []) => all)
    .map((each) => parse(each.address).toString());
  return [parse(address), ...ipv4Within(parse(address))].some((each) =>
    refusedRanges.includes(each.range()) || own.includes(each.toString()) ||
    refused.some(([network, bits]) => each.kind() === network.kind() && each.match(network, bits))
  );
}

/** Parses an address; `::ffff:…` becomes IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(address.replace(/%.*$/, ""));
}

/** IPv4 addresses within NAT64 and 6to4 addresses. */
function ipv4Within(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  const at = { rfc6052: 12, "6to4": 2 }[address.range() as string];
  return at === undefined ? [] : [new ipaddr.IPv4(address.toByteArray().slice(at, at + 4))];
}
