import { describe, expect, it } from "vitest";
import { appForTest } from "../../testing/app-for-test.ts";

describe("the host that a request names", () => {
  const own = "https://alumni.example.edu";

  async function statusOf(path: string, url: string, headers: Record<string, string> = {}) {
    const app = await appForTest({ appOrigin: own });
    const answer = await app.app.request(new Request(new URL(path, url), { headers }));
    return answer.status;
  }

  it.each([own, "http://alumni.example.edu", `${own}:443`, "http://alumni.example.edu:443"])(
    "is the product's own, with any scheme of a proxy: %s",
    async (url) => {
      expect(await statusOf("/api/user", url)).toBe(401);
    },
  );

  it.each(["http://localhost:8000", "http://127.0.0.1:9", "http://[::1]:8000"])(
    "may be this machine: %s",
    async (url) => {
      expect(await statusOf("/api/user", url)).toBe(401);
    },
  );

  it.each(["http://evil.example", `${own}.evil.example`, "http://10.0.0.5", `${own}:8443`])(
    "is refused if it belongs to another site: %s",
    async (url) => {
      expect(await statusOf("/api/user", url)).toBe(400);
      expect(await statusOf("/", url, { "X-Forwarded-Host": "alumni.example.edu" })).toBe(400);
    },
  );

  it("is ignored for probes", async () => {
    expect(await statusOf("/healthz", "http://10.0.0.5:8000")).toBe(200);
    expect(await statusOf("/readyz", "http://10.0.0.5:8000")).toBe(200);
  });
});
