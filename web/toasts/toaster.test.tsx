// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Toast } from "./toast.ts";
import { defaultBrand } from "../../api/config/brand.ts";
import { Shell } from "../pages/shell/shell.tsx";
import { showToast, Toaster } from "./toaster.tsx";
import { takeQueuedToast, toastAfterNavigation } from "./toasts.ts";

const frame = {
  brand: defaultBrand,
  address: "/",
  theme: "light",
  hasNavigation: false,
  here: undefined,
  menu: null,
} as const;

let number = 0;
let rerender: ReturnType<typeof render>["rerender"] | undefined;

function show(title: string, durationMs?: number, variant?: Toast["variant"]) {
  const toaster = <Toaster toast={{ title, durationMs, variant }} number={++number} />;
  if (rerender) rerender(toaster);
  else ({ rerender } = render(toaster));
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  rerender = undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("toaster", () => {
  it("shows one toast at a time", () => {
    show("First");
    show("Second");
    expect(screen.queryByText("First")).toBeNull();
    expect(screen.getByText("Second")).toBeTruthy();
  });

  it("hides it after five seconds", async () => {
    show("Hello");
    await act(() => vi.advanceTimersByTimeAsync(4900));
    expect(screen.queryByText("Hello")).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(screen.queryByText("Hello")).toBeNull();
  });

  it("shows it longer if it says so", async () => {
    show("Profile created!", 8000);
    await act(() => vi.advanceTimersByTimeAsync(7500));
    expect(screen.queryByText("Profile created!")).not.toBeNull();
  });

  it("stays hidden once it was closed", async () => {
    show("Hello");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await act(() => vi.advanceTimersByTimeAsync(1_000_000));
    expect(screen.queryByText("Hello")).toBeNull();
  });

  it("looks like a success or a failure", () => {
    const look = () => document.querySelector(".toast")?.className;
    show("Welcome back!");
    expect(look()).toContain("toast-default");
    show("No", undefined, "destructive");
    expect(look()).toContain("toast-destructive");
  });

  it("is hidden by a swipe to the right of fifty pixels or more", () => {
    show("Hello");
    const toast = screen.getByText("Hello").closest(".toast") ?? document.body;
    const swipe = (pixels: number) => {
      const at = (clientX: number) => ({ clientX, clientY: 0, button: 0, pointerType: "touch" });
      fireEvent.pointerDown(toast, at(0));
      fireEvent.pointerMove(toast, at(pixels / 2));
      fireEvent.pointerMove(toast, at(pixels));
      fireEvent.pointerUp(toast, at(pixels));
    };
    swipe(-60);
    swipe(40);
    expect(screen.queryByText("Hello")).not.toBeNull();
    swipe(60);
    expect(screen.queryByText("Hello")).toBeNull();
  });

  it("is a region to which F8 moves", async () => {
    show("Hello");
    await userEvent.keyboard("[F8]");
    expect(screen.getByRole("region", { name: "Notifications (F8)" })).toBeTruthy();
    expect(document.activeElement?.closest("[role=region]")).not.toBeNull();
  });
});

describe("a toast for the next page", () => {
  it("is taken out once", () => {
    toastAfterNavigation({ title: "Welcome back!" });
    expect(takeQueuedToast()).toEqual({ title: "Welcome back!" });
    expect(takeQueuedToast()).toBeUndefined();
  });
});

describe("the page's region of toasts", () => {
  it("exists before the first toast, announces each one, and is replaced by the toaster", async () => {
    document.body.innerHTML = renderToStaticMarkup(
      <Shell {...frame} toast={null}>Home</Shell>,
    );
    const region = screen.getByRole("region", { name: "Notifications (F8)" });
    const status = within(region).getByRole("status");
    await act(async () => showToast({ title: "Saved", description: "All of it" }));
    expect(status.textContent).toBe("Saved. All of it");
    expect(region.textContent).toContain("Saved");
    expect(screen.getAllByRole("region", { name: "Notifications (F8)" })).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1100));
    expect(status.textContent).toBe("");
  });
});
