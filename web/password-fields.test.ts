import { type HTMLInputElement, Window } from "happy-dom";
import { expect, it } from "vitest";
import { paths } from "./paths.ts";
import { aMember } from "./testing/members.ts";
import { createTestSite } from "./testing/site.ts";

it("every password field hides its value, and allows filling and pasting", async () => {
  const member = aMember({ memberId: "member" });
  const site = await createTestSite({ members: [member] });
  await site.issue("reset-password", "reset", member);
  const pages = {
    "/": undefined,
    "/?mode=register": undefined,
    "/reset-password?token=reset": undefined,
    [paths.security()]: "member",
  };
  const names: string[] = [];
  for (const [path, memberId] of Object.entries(pages)) {
    const { document } = new Window();
    document.write(await site.page(path, memberId));
    for (const each of document.querySelectorAll("input")) {
      const input = each as unknown as HTMLInputElement;
      if (!/password/i.test(input.name) || input.type === "hidden") continue;
      names.push(input.name);
      expect([path, input.name, input.type]).toEqual([path, input.name, "password"]);
      expect(input.getAttribute("autocomplete")).toMatch(/^(current|new)-password$/);
      expect(input.getAttributeNames().filter((name) => name.startsWith("on"))).toEqual([]);
    }
  }
  expect(names.length).toBeGreaterThan(5);
});
