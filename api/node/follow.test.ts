import { describe, expect, it } from "vitest";
import { createCatchUpAll } from "./follow.ts";

/** Followers that note when they were asked. */
function given() {
  const asked: string[] = [];
  let version: string | undefined = "1";
  let fails = false;
  const follower = (name: string) => ({
    async catchUp() {
      asked.push(name);
      if (fails) throw new Error("away");
    },
  });
  const catchUpAll = createCatchUpAll([follower("tables"), follower("index")], () => version);
  return {
    asked,
    catchUpAll,
    becomes: (next: string | undefined) => void (version = next),
    fails: (now: boolean) => void (fails = now),
  };
}

describe("settling", () => {
  it("asks followers in turn, and again once something was written", async () => {
    const { asked, catchUpAll, becomes } = given();
    await catchUpAll();
    await catchUpAll();
    expect(asked).toEqual(["tables", "index"]);
    becomes("2");
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

  it("asks again after a failure, and after what was written meanwhile", async () => {
    const { asked, catchUpAll, becomes, fails } = given();
    fails(true);
    await expect(catchUpAll()).rejects.toThrow("away");
    fails(false);
    const settled = catchUpAll();
    becomes("2");
    await settled;
    await catchUpAll();
    expect(asked).toEqual(["tables", "tables", "index", "tables", "index"]);
  });
});
