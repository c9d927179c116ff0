import { cleanup, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, vi } from "vitest";
import { IslandRoot } from "../hydration/island-root.tsx";
import { createQueryClient, type Seed } from "../hydration/query-client.ts";

afterEach(cleanup);

/**
 * Shows an island as a page does: rendered as on the server, then hydrated. Fails if the two
 * differ, or if React reports anything.
 */
export function hydrateIsland<P extends object>(
  Component: ComponentType<P>,
  props: P,
  seeds: readonly Seed[] = [],
) {
  const island = () => (
    <IslandRoot client={createQueryClient(seeds)}>
      <Component {...props} />
    </IslandRoot>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(island());
  document.body.append(container);
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const recovered = vi.fn();
  const view = render(island(), { container, hydrate: true, onRecoverableError: recovered });
  expect(recovered.mock.calls).toEqual([]);
  expect(errors.mock.calls).toEqual([]);
  errors.mockRestore();
  return view;
}
