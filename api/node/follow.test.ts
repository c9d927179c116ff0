import { describe, expect, it } from "vitest";
import { createCatchUpAll } from "./follow.ts";

/** Followers that note when they were asked. */
function given() {
  const asked: string[] = [];
  let version: number | undefined = 1;
  let during = () => {};
  const follower = (name: string) => ({
    async catchUp() {
      asked.push(name);
      during();
    },
  });
  const catchUpAll = createCatchUpAll([follower("tables"), follower("index")], () => version);
  return {
    asked,
    catchUpAll,
    becomes: (next: number | undefined) => void (version = next),
    during: (work: () => void) => void (during = work),
  };
}

describe("settling", () => {
  it("shares a run among those who ask at the same time", async () => {
    const { asked, catchUpAll } = given();
    await Promise.all(Array.from({ length: 50 }, catchUpAll));
    expect(asked).toEqual(["tables", "index"]);
  });

  it("asks followers in turn, and again once something was written", async () => {
    const { asked, catchUpAll, becomes } = given();
    await catchUpAll();
    await catchUpAll();
    expect(asked).toEqual(["tables", "index"]);
    becomes(2);
    await catchUpAll();
    await catchUpAll();
    expect(asked).toEqual(["tables", "index", "tables", "index"]);
  });

  it("asks each time if the version is unknown", async () => {
    const { asked, catchUpAll, becomes } = given();
    becomes(undefined);
    await catchUpAll();
    await catchUpAll();
    expect(asked).toHaveLength(4);
  });

  it("asks again after a failure, and after what was written during a run", async () => {
    const { asked, catchUpAll, becomes, during } = given();
    during(() => {
      throw new Error("away");
    });
    await expect(catchUpAll()).rejects.toThrow("away");
    during(() => becomes(2));
    await catchUpAll();
    await catchUpAll();
    expect(asked).toEqual(["tables", "tables", "index", "tables", "index"]);
  });
});
