/** Rate-limit key of a network address. An IPv6 /64 counts as one, since a single host has all of it. */
export function addressKey(ip: string): string {
  return prefixOf(ip, 64);
}

/** Rate-limit key of a network. An IPv6 /56 counts as one, since a home or an office has all of it. */
export function networkKey(ip: string): string {
  return prefixOf(ip, 56);
}

/** An IPv4 address unchanged; the first bits of an IPv6 address. */
function prefixOf(ip: string, bits: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = (ip.split("%")[0] ?? "").split("::");
  const groups = (text: string) => text === "" ? [] : text.split(":");
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = ip.includes("::")
    ? [...groups(head), ...Array<string>(Math.max(missing, 0)).fill("0"), ...groups(tail)]
    : groups(head);
  const network = all.slice(0, 4).map((group, index) => {
    const cut = Math.max(0, (index + 1) * 16 - bits);
    return (parseInt(group, 16) >>> cut << cut).toString(16);
  });
  return `${network.join(":")}::/${bits}`;
}
