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

/** Looks up staff's server at each connection. @throws {MailUnavailable} Also for this machine. */
export type Reach = (host: string) => Promise<Reached>;

export const reach: Reach = async (host) => {
  const found = isIP(host) !== 0 ? [host] : await lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    (cause) => {
      throw new MailUnavailable("EDNS", { cause });
    },
  );
  // Any of the addresses may be used.
  if (found.some(isOfThisMachine)) throw new MailUnavailable("EOWNHOST");
  const address = found.find((each) => isIP(each) === 4) ?? found[0];
  if (address === undefined) throw new MailUnavailable("EDNS");
  return { address };
};

/** This machine, link-local and multicast. A mail server may be in a private network. */
const ipv4 = ["0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3"];
const ipv6 = ["::/96", "fe80::/10", "ff00::/8"];
/** Prefixes of IPv6 addresses that contain an IPv4 address. */
const mapping = ["::ffff:", "64:ff9b::"];

const own = new BlockList();
for (const network of [...ipv4, ...ipv6]) {
  const [address = "", bits] = network.split("/");
  if (isIP(address) === 6) own.addSubnet(address, Number(bits), "ipv6");
  else {
    own.addSubnet(address, Number(bits), "ipv4");
    for (const before of mapping) own.addSubnet(before + address, 96 + Number(bits), "ipv6");
  }
}

export function isOfThisMachine(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  return own.check(plain, isIP(plain) === 4 ? "ipv4" : "ipv6");
}
