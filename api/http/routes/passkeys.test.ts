import { expect, it } from "vitest";
import { appForTest } from "../../testing/app-for-test.ts";
import { confirmAddress } from "../../testing/connected.ts";

const appOrigin = "https://alumni.example.edu";
const calls = ["sign-in", "confirm", "add"].map((name) => `/api/passkeys/${name}`);

it("a challenge is new each time, never cached, and only for the member", async () => {
  const app = await appForTest({ appOrigin });
  const visitor = app.browser();
  for (const [at, path] of calls.entries()) {
    expect((await visitor.get(path)).status).toBe(at === 0 ? 200 : 401);
  }
  const jane = await app.member();
  // Their address isn't confirmed yet.
  expect((await jane.get("/api/passkeys/add")).status).toBe(403);
  await confirmAddress(app, jane.memberId);
  for (const path of calls) {
    const [one, other] = [await jane.get(path), await jane.get(path)];
    expect(one.headers.get("Cache-Control")).toBe("private, no-store");
    const [asked, again] = [await one.json(), await other.json()];
    expect(asked.challenge).not.toBe(again.challenge);
    expect(asked.rpId ?? asked.rp.id).toBe("alumni.example.edu");
    expect(asked.userVerification ?? asked.authenticatorSelection.userVerification).toBe(
      "required",
    );
  }
});

it("is unavailable at a network address, which can't have passkeys", async () => {
  const jane = await (await appForTest()).member();
  for (const path of calls) expect((await jane.get(path)).status).toBe(404);
});
