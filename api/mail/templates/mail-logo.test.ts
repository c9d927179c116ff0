import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createMailLogo, defaultMark } from "./mail-logo.ts";

const brand = { programName: "Frog", logo: "tag-1" };

/** A square of a color in a larger one that is transparent. */
async function drawing(background: string): Promise<{ readonly bytes: Uint8Array }> {
  const square = sharp({ create: { width: 128, height: 128, channels: 4, background } });
  const margin = { top: 64, left: 64, bottom: 64, right: 64, background: "#0000" };
  return { bytes: new Uint8Array(await square.extend(margin).webp().toBuffer()) };
}

async function cornerOf(bytes: Uint8Array | undefined): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([128, 128]);
  return [...data.subarray(0, 4)];
}

describe("the logo of mails", () => {
  it.each([["#4d1979", [255, 255, 255, 255]], ["#fff", [51, 50, 58, 255]]] as const)(
    "is on a plate on which a logo of %s is visible, in light and dark mode",
    async (color, plate) => {
      const logo = await createMailLogo({
        brand: () => brand,
        readLogo: () => drawing(color),
      })();
      expect(logo?.alt).toBe("Frog Army ROTC logo");
      expect(logo?.bytes.length).toBeLessThan(20_000);
      expect(await cornerOf(logo?.bytes)).toEqual(plate);
    },
  );

  it("is read once, and again when staff choose another", async () => {
    let reads = 0;
    let current = brand;
    const logo = createMailLogo({
      brand: () => current,
      readLogo: () => {
        reads++;
        return drawing("#000");
      },
    });
    await logo();
    await logo();
    expect(reads).toBe(1);
    current = { ...brand, logo: "tag-2" };
    await logo();
    expect(reads).toBe(2);
  });

  it("is the product's mark for a program without one", async () => {
    const logo = createMailLogo({
      brand: () => ({ programName: "Frog", logo: undefined }),
      readLogo: async () => undefined,
    });
    expect(await logo()).toEqual(await defaultMark());
  });

  it("is left out while the store is away, without delaying mails", async () => {
    const logo = createMailLogo({
      brand: () => brand,
      readLogo: () => Promise.reject(new Error("The store is away")),
    });
    expect(await logo()).toBeUndefined();
  });
});
