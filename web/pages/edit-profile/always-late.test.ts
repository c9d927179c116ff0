import { expect, it, onTestFinished, vi } from "vitest";
import { createTestApp, someone, someProfile } from "../../../api/testing/app.ts";
import { appendsEvents } from "../../../events/testing/database.ts";
import { realSiteForTest } from "../../testing/real-site.ts";

it("reports that nothing was saved when another process always saves first", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const { testApp, send } = await realSiteForTest();
  const pat = await testApp.member();
  expect((await pat.post("/api/profile", { ...someProfile, bio: "before" })).status).toBe(201);
  const other = await createTestApp({ beside: testApp });
  onTestFinished(() => other.close());
  const elsewhere = other.browser();
  const login = { username: "member1", password: someone.password };
  expect((await elsewhere.post("/api/login", login)).status).toBe(200);

  const { database } = testApp;
  const write = database.write.bind(database);
  let changes = 0;
  database.write = async (...asked) => {
    if (appendsEvents(asked[0])) {
      const firstName = `Pat${changes++}`;
      expect((await elsewhere.patch("/api/user", { firstName })).status).toBe(200);
    }
    return await write(...asked);
  };

  const message = "Someone else was saving this at the same time. Please try again.";
  const call = await pat.patch("/api/profile", { bio: "after" });
  expect([call.status, call.headers.get("Retry-After"), await call.json()])
    .toEqual([503, "1", { message }]);
  const page = await send("/profile/edit", { ...someProfile, bio: "after" }, pat.session());
  expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(page.html).toContain(message);
  expect(changes).toBe(20);

  database.write = write;
  const shown = await elsewhere.get("/api/profile/me").then((found) => found.json());
  expect(shown.bio).toBe("before");
  expect((await pat.patch("/api/profile", { bio: "after" })).status).toBe(200);
});
