// @vitest-environment happy-dom
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { emptyQuery } from "../../../api/contract/directory.ts";
import { useSteps } from "./use-steps.ts";

const view = (search: string) => ({ query: { ...emptyQuery, search }, from: 1 });

beforeEach(() => history.replaceState(null, "", "/directory"));

function show() {
  return renderHook(({ shown }) => useSteps("directory", shown), {
    initialProps: { shown: view("") },
  });
}

it("writes the address of what was typed after it is painted, and before a press of anything", () => {
  const { result, rerender } = show();
  const shown = view("dana");
  act(() => result.current.add({ view: shown, by: "pushState", isTyped: true }));
  rerender({ shown });
  expect(location.search).toBe("");
  document.body.click();
  expect(location.search).toBe("?search=dana");
});

it("writes what was chosen with the list, and what was typed before that first", () => {
  const { result, rerender } = show();
  const before = history.length;
  const [typed, chosen] = [view("dana"), view("dana w")];
  act(() => result.current.add({ view: typed, by: "pushState", isTyped: true }));
  act(() => result.current.add({ view: chosen, by: "pushState" }));
  rerender({ shown: chosen });
  expect(location.search).toBe("?search=dana+w");
  expect(history.length).toBe(before + 2);
});

it("forgets what was typed when someone has gone back before it was written", async () => {
  const { result, rerender } = show();
  const [typed, next] = [view("dana"), view("armor")];
  act(() => result.current.add({ view: typed, by: "pushState", isTyped: true }));
  rerender({ shown: typed });
  result.current.drop();
  act(() => result.current.add({ view: next, by: "pushState", isTyped: true }));
  const before = history.length;
  rerender({ shown: next });
  await waitFor(() => expect(location.search).toBe("?search=armor"));
  expect(history.length).toBe(before + 1);
});
