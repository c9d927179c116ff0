// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hydrateIsland } from "../testing/hydrate.tsx";
import { useOverlay } from "./overlay.ts";
import { showToast } from "../toasts/toaster.tsx";

vi.mock("../toasts/toaster.tsx", () => ({ showToast: vi.fn() }));

const Window = ({ onClose }: { readonly onClose: () => void }) => (
  <dialog open>
    <button type="button" onClick={onClose}>Close</button>
  </dialog>
);
const load = vi.fn<() => Promise<typeof Window>>();

function Opener() {
  const overlay = useOverlay(load);
  return (
    <>
      <button type="button" onClick={overlay.open}>Open</button>
      {overlay.Part && <overlay.Part onClose={overlay.close} />}
    </>
  );
}

beforeEach(() => {
  load.mockReset();
  vi.mocked(showToast).mockClear();
});

describe("an overlay", () => {
  it("keeps the page when it can't be loaded, says so, and can be opened again", async () => {
    load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    load.mockResolvedValue(Window);
    hydrateIsland(Opener, {});
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await expect.poll(() => vi.mocked(showToast).mock.lastCall?.[0]?.title)
      .toBe("This page couldn't be opened");
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
