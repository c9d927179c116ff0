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

/** Looks up a server that staff named, at each connection. @throws {MailUnavailable} Without one, and for this machine. */
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
const ipv4 = ["0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3"];
const ipv6 = ["::/96", "fe80::/10", "ff00::/8"];
/** IPv6 addresses that map or translate an IPv4 address have it behind one of these. */
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
