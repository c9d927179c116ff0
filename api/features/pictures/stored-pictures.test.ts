import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { appForTest } from "../../testing/app-for-test.ts";
import { anImage, havePicture } from "../../testing/pictures.ts";

describe("the path of a picture", () => {
  it("doesn't reveal the original file", async () => {
    const image = await anImage();
    const endOf = (path: string) => path.slice(path.lastIndexOf("-") + 1);
    const here = await appForTest();
    const [jane, john] = [await here.member(), await here.member()];
    const path = await havePicture(jane, image);
    const digest = createHash("sha256").update(image).digest("hex");
    expect(path).not.toContain(digest.slice(0, 8));
    expect(digest).not.toContain(endOf(path).slice(0, 8));
    // Nor does it reveal that someone else uploaded the same.
    expect(endOf(await havePicture(john, image))).not.toBe(endOf(path));
  });
});
