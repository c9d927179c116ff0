import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { MailUnavailable } from "../mail.ts";

/** Address of a mail server that staff named. */
export interface Reached {
  readonly address: string;
  /** Another port and another authority, for tests. */
  readonly port?: number;
  readonly ca?: string;
}

/**
 * Looks up a server that staff named, at each connection: the name's address may change at any time.
 *
 * @throws {MailUnavailable} When there is no such server, or it is this machine itself.
 */
export type Reach = (host: string) => Promise<Reached>;

export const reach: Reach = async (host) => {
  const found = isIP(host) !== 0 ? [host] : await lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    (cause) => {
      throw new MailUnavailable("EDNS", { cause });
    },
  );
  // All addresses, since any of them may be used.
  if (found.some(isOfThisMachine)) throw new MailUnavailable("EOWNHOST");
  const address = found.find((each) => isIP(each) === 4) ?? found[0];
  if (address === undefined) throw new MailUnavailable("EDNS");
  return { address };
};

/** This machine, its local link, and multicast. Private networks are allowed: a program's mail server may be in one. */
const refused = {
  ipv4: ["0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3"],
  ipv6: ["::/96", "fe80::/10", "ff00::/8"],
} as const;
const own = new BlockList();
for (const family of ["ipv4", "ipv6"] as const) {
  for (const network of refused[family]) {
    const [address = "", prefix] = network.split("/");
    own.addSubnet(address, Number(prefix), family);
  }
}

export function isOfThisMachine(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) === 4) return own.check(plain, "ipv4");
  const mapped = mappedFrom(plain);
  return own.check(plain, "ipv6") || mapped !== undefined && own.check(mapped, "ipv4");
}

/** The IPv4 address at the end of an IPv6 address that maps or translates it. */
function mappedFrom(address: string): string | undefined {
  // A URL normalizes the address.
  const [, high, low] = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
    .exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bits = parseInt(high, 16) * 0x10000 + parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}
