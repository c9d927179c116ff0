// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { store, toastAtom } from "./store.ts";
import { Toaster } from "./toaster.tsx";
import { takeQueuedToast, toastAfterNavigation } from "./toasts.ts";

let number = 0;
const show = (title: string, durationMs?: number) =>
  act(() => store.set(toastAtom, { title, durationMs, number: ++number }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  store.set(toastAtom, undefined);
  render(<Toaster />);
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

  it("takes it away after five seconds", async () => {
    show("Hello");
    await act(() => vi.advanceTimersByTimeAsync(4900));
    expect(screen.queryByText("Hello")).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(screen.queryByText("Hello")).toBeNull();
  });

  it("lets it stay longer when it says so", async () => {
    show("Profile created!", 8000);
    await act(() => vi.advanceTimersByTimeAsync(7500));
    expect(screen.queryByText("Profile created!")).not.toBeNull();
  });

  it("can be closed", async () => {
    show("Hello");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Hello")).toBeNull();
  });

  it("is a region that F8 moves to", async () => {
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
