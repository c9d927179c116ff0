import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { RememberedRoutes } from "./remembered-routes.ts";
import { TrieRouter } from "hono/router/trie-router";

it("finds the same again, and remembers no address with a parameter", async () => {
  const app = new Hono({ router: new RememberedRoutes() });
  app.use((c, next) => {
    c.header("X-Path", c.req.path);
    return next();
  });
  app.get("/people", (c) => c.text(`people ${c.req.query("page")}`));
  app.post("/people", (c) => c.text("new"));
  app.get("/people/:id", (c) => c.text(`one ${c.req.param("id")}`));
  const asked = [
    ["GET", "/people?page=2", "people 2"],
    ["GET", "/people?page=3", "people 3"],
    ["POST", "/people", "new"],
    ["GET", "/people/a", "one a"],
    ["GET", "/people/b%2Fc", "one b/c"],
    ["DELETE", "/people", "404 Not Found"],
  ] as const;
  const search = vi.spyOn(TrieRouter.prototype, "match");
  const searched = () => search.mock.calls.splice(0).map((call) => call.join(" "));
  for (const again of [false, true]) {
    for (const [method, path, text] of asked) {
      const answer = await app.request(path, { method });
      expect(await answer.text()).toBe(text);
      expect(path).toContain(answer.headers.get("X-Path"));
    }
    const others = again ? [] : ["GET /people", "POST /people", "DELETE /people"];
    expect(searched().toSorted())
      .toEqual([...others, "GET /people/a", "GET /people/b%2Fc"].toSorted());
  }
  search.mockRestore();
});
