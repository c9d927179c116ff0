import { describe, expect, it } from "vitest";
import { isOfThisMachine, reach } from "./reach.ts";

describe("reaching a mail server that staff named", () => {
  it.each(
    ("127.0.0.1 127.9.9.9 0.0.0.0 169.254.169.254 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 " +
      "::ffff:7f00:1 64:ff9b::7f00:1 fe80::1 fe80::1%eth0 ff02::1").split(" "),
  )("asks nothing at %s", (address) => {
    expect(isOfThisMachine(address)).toBe(true);
  });

  it.each(["10.0.0.7", "172.16.0.1", "192.168.1.1", "fd00::7", "198.51.100.7", "2001:db8::7"])(
    "may ask %s, which may be the program's own network",
    async (address) => {
      expect(isOfThisMachine(address)).toBe(false);
      expect(await reach(address)).toEqual({ address });
    },
  );

  it("checks the addresses of a name", async () => {
    await expect(reach("localhost")).rejects.toMatchObject({ code: "EOWNHOST" });
    await expect(reach("nothing.invalid")).rejects.toMatchObject({ code: "EDNS" });
  });
});
