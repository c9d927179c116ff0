import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { MailUnavailable } from "../mail.ts";

/** Where a mail server is reached that staff named. */
export interface Reached {
  readonly address: string;
  /** Another port and another authority, for tests. */
  readonly port?: number;
  readonly ca?: string;
}

/**
 * Looks up a server that staff named, at each connection: a name may lead elsewhere a moment later.
 *
 * @throws {MailUnavailable} When there is none, or it leads to this machine itself.
 */
export type Reach = (host: string) => Promise<Reached>;

export const reach: Reach = async (host) => {
  const found = isIP(host) !== 0 ? [host] : await lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    (cause) => {
      throw new MailUnavailable("EDNS", { cause });
    },
  );
  // Every one of them: which one is used is nobody's choice.
  if (found.some(isOfThisMachine)) throw new MailUnavailable("EOWNHOST");
  const address = found.find((each) => isIP(each) === 4) ?? found[0];
  if (address === undefined) throw new MailUnavailable("EDNS");
  return { address };
};

/**
 * This machine, its link, and what is no single machine. Private networks are none of it: a program may have its own
 * mail server in one.
 */
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

/** The IPv4 address that stands at the end of one of IPv6: mapped to it, or translated on the way. */
function mappedFrom(address: string): string | undefined {
  // A URL writes an address in one way only.
  const [, high, low] = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
    .exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bits = parseInt(high, 16) * 0x10000 + parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}
