import { describe, expect, it } from "vitest";
import { appForTest } from "../testing/app-for-test.ts";

describe("POST /api/faults", () => {
  const counted = async (app: Awaited<ReturnType<typeof appForTest>>) =>
    Number(
      /^alumni_page_faults_total\{part="island"\} (\d+)$/m.exec(await app.metrics.text())?.[1],
    );

  it("counts script errors, also without a session", async () => {
    const app = await appForTest();
    expect((await app.browser().post("/api/faults", { part: "island" })).status).toBe(204);
    expect(await counted(app)).toBe(1);
  });

  it("takes nothing else: no name that a page made up, and no word about it", async () => {
    const app = await appForTest();
    const said = [{ part: "jane" }, { part: "island", stack: "at https://example.com" }, {}];
    for (const body of said) {
      expect((await app.browser().post("/api/faults", body)).status).toBe(400);
    }
    expect(await counted(app)).toBe(NaN);
  });

  it("accepts sixty a minute, from all together", async () => {
    const app = await appForTest();
    for (let number = 0; number < 60; number++) {
      await app.browser().post("/api/faults", { part: "island" });
    }
    const answer = await app.browser().post("/api/faults", { part: "island" });
    expect([answer.status, answer.headers.has("Retry-After")]).toEqual([429, true]);
    expect(await counted(app)).toBe(60);
  });
});
