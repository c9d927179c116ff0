// @vitest-environment happy-dom
import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { answerCalls } from "../testing/calls.ts";
import { createQueryClient, keyOf } from "./query-client.ts";

describe("a query", () => {
  it("requests the path of the key's segments once", async () => {
    const calls = answerCalls({ "GET /api/profile/dana": [200, { id: "dana" }] });
    const client = createQueryClient();
    const look = () => client.fetchQuery({ queryKey: ["api", "profile", "dana"] });
    expect(await look()).toEqual({ id: "dana" });
    expect(await look()).toEqual({ id: "dana" });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/profile/dana"]);
  });

  it("isn't retried after a failure", async () => {
    const calls = answerCalls({ "GET /api/user": [401, { message: "Not authenticated" }] });
    await expect(createQueryClient().fetchQuery({ queryKey: ["api", "user"] })).rejects.toThrow(
      "401",
    );
    expect(calls).toHaveLength(1);
  });

  it("uses the server's answer, which never goes stale", () => {
    const client = createQueryClient([[["api", "user"], { role: "cadet" }]]);
    const observer = new QueryObserver(client, { queryKey: ["api", "user"] });
    expect(observer.getCurrentResult()).toMatchObject({
      data: { role: "cadet" },
      isStale: false,
      fetchStatus: "idle",
    });
  });

  it("is refreshed after a change only for the account and the own profile", async () => {
    const calls = answerCalls({});
    const paths = ["/api/user", "/api/profile/me", "/api/directory"];
    const client = createQueryClient(paths.map((path) => [keyOf(path), {}]));
    for (const path of paths) {
      new QueryObserver(client, { queryKey: keyOf(path) }).subscribe(() => {});
    }
    await new MutationObserver(client, { mutationFn: async () => {} }).mutate();
    await expect.poll(() => calls.map(({ path }) => path))
      .toEqual(["/api/user", "/api/profile/me"]);
  });

  it("isn't repeated on focus, by polling, or for changes", () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ refetchOnWindowFocus: false, retry: false });
    expect(queries?.refetchInterval).toBeUndefined();
    expect(mutations).toMatchObject({ retry: false });
  });
});
