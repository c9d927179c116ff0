import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { isOfThisMachine, reach } from "./reach.ts";

describe("reaching a mail server that staff named", () => {
  it.each(
    ("127.0.0.1 127.9.9.9 0.0.0.0 169.254.169.254 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 " +
      "::ffff:7f00:1 64:ff9b::7f00:1 fe80::1 fe80::1%eth0 ff02::1 " +
      // The same behind NAT64, 6to4, Teredo and older ways to write IPv4 as IPv6.
      "64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 64:ff9b:1:7f00:0:100:: 2002:7f00:1::1 2002:a9fe:a9fe:: " +
      "2001:0:4136:e378:8000:63bf:80ff:fffe ::127.0.0.1 ::ffff:0:127.0.0.1 ::ffff:169.254.169.254 " +
      // Metadata services of clouds.
      "100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::254 240.0.0.1").split(" "),
  )("never connects to %s", (address) => {
    expect(isOfThisMachine(address)).toBe(true);
  });

  it.each([
    "10.0.0.7",
    "172.16.0.1",
    "192.168.1.1",
    "fd00::7",
    "198.51.100.7",
    "2001:db8::7",
    "100.64.0.7",
    "64:ff9b::c633:6407",
    "2002:c633:6407::7",
  ])(
    "may connect to %s, which may be the program's own network",
    async (address) => {
      expect(isOfThisMachine(address)).toBe(false);
      expect(await reach(address)).toEqual({ address });
    },
  );

  it("refuses every address of this machine, however it is written", async () => {
    const own = Object.values(networkInterfaces()).flatMap((all = []) => all);
    for (const { address } of own) {
      await expect(reach(address)).rejects.toMatchObject({ code: "EOWNHOST" });
    }
    const made = (address: string) => ({ address, family: "IPv4" }) as NetworkInterfaceInfo;
    const interfaces = { eth0: [made("203.0.113.9"), made("2001:db8::9")] };
    const forms = "203.0.113.9 ::ffff:203.0.113.9 ::ffff:cb00:7109 64:ff9b::203.0.113.9 " +
      "2002:cb00:7109::1 2001:db8::9 2001:DB8:0:0:0:0:0:9";
    for (const form of forms.split(" ")) expect(isOfThisMachine(form, interfaces)).toBe(true);
    expect(isOfThisMachine("203.0.113.10", interfaces)).toBe(false);
  });

  it("checks the addresses of a name", async () => {
    for (const name of ["localhost", "127.1", "2130706433", "0x7f000001"]) {
      await expect(reach(name)).rejects.toMatchObject({ code: "EOWNHOST" });
    }
    await expect(reach("nothing.invalid")).rejects.toMatchObject({ code: "EDNS" });
  });
});
