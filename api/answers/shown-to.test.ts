import { expect, it } from "vitest";
import { type AnyViewer, shownTo } from "./shown-to.ts";

const at = "2026-11-20T12:00:00.000Z";
const waiting = { state: "waiting", needs: "approval", since: at } as const;

it("differs for viewers that any rule treats differently", () => {
  const viewers: AnyViewer[] = [undefined];
  for (const role of [null, "cadet", "alumni", "cadre"] as const) {
    for (const admission of [null, waiting]) {
      viewers.push({ role, admission, isCadreConfirmed: false });
    }
  }
  viewers.push({ role: "cadre", admission: null, isCadreConfirmed: true });
  expect(new Set(viewers.map(shownTo)).size).toBe(viewers.length);
});

it("is the same for all viewers who may not see others", () => {
  const viewer = { role: "alumni", isCadreConfirmed: false } as const;
  const suspended = { state: "suspended", at, before: null } as const;
  const admitted = { state: "admitted", by: "staff", at } as const;
  expect(shownTo({ ...viewer, admission: suspended }))
    .toBe(shownTo({ ...viewer, admission: waiting }));
  expect(shownTo({ ...viewer, admission: admitted })).toBe(shownTo({ ...viewer, admission: null }));
});
