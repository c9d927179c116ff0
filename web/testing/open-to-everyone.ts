import { expect } from "vitest";
import { aMember, anAlum } from "./members.ts";
import { linkTo, textsOf } from "./read-html.ts";
import { createTestSite } from "./site.ts";

/** Expects that everyone can read a page, in every state of an account, and that footers link to it. */
export async function expectOpenToEveryone(path: string, name: string) {
  const since = "2026-03-01T12:00:00.000Z";
  const site = await createTestSite({
    members: [
      anAlum("alum"),
      aMember({ memberId: "undecided", role: null }),
      aMember({ memberId: "waiting", admission: { state: "waiting", needs: "approval", since } }),
    ],
  });
  for (const reader of [undefined, "alum", "undecided", "waiting"]) {
    const answer = await site.get(path, reader);
    expect([reader, answer.status, textsOf(await answer.text(), "h1")])
      .toEqual([reader, 200, [name]]);
  }
  for (const page of ["/", "/invitation?token=t", "/c/t", "/forgot-password"]) {
    expect([page, linkTo(await site.page(page), name)]).toEqual([page, path]);
  }
  return site;
}
