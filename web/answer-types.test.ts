import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { startProduct } from "../api/testing/process.ts";

it("every answer has a content type, and texts a charset", async () => {
  const { origin, stop } = await startProduct({ DATA_DIR: await temporaryFolder() });
  onTestFinished(() => stop("SIGKILL"));
  const landing = await (await fetch(origin)).text();
  const files = [...landing.matchAll(/(?:src|href)="(\/[\w./-]+\.\w+)"/g)].map(([, path]) => path);
  const paths = ["/", "/forgot-password", "/healthz", "/readyz", "/api/user", "/api/nothing"];
  const types = new Set<string>();
  for (const path of [...paths, ...files]) {
    const answer = await fetch(`${origin}${path}`);
    const type = (answer.headers.get("Content-Type") ?? "").toLowerCase().replaceAll(" ", "");
    types.add(type);
    await answer.arrayBuffer();
    if (type.startsWith("text/")) {
      expect([path, type]).toEqual([path, expect.stringMatching(/;charset=utf-8$/)]);
    } // JSON is always UTF-8, and has no such parameter.
    else {expect([path, type]).toEqual([
        path,
        expect.stringMatching(/^(application|font|image)\/[\w.+-]+$/),
      ]);}
  }
  expect(types).toContain("text/css;charset=utf-8");
  expect(types).toContain("text/javascript;charset=utf-8");
});
