// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { ForgotPasswordForm } from "../forgot-password/forgot-password.tsx";
import { goOnTo } from "../../hydration/navigation.ts";
import { ResetPasswordForm } from "./reset-password.tsx";
import { store, toastAtom } from "../../hydration/store.ts";

vi.mock("../../hydration/navigation.ts", () => ({ goOnTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ startToaster: vi.fn() }));

beforeEach(() => {
  vi.mocked(goOnTo).mockClear();
  store.set(toastAtom, undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("forgotten password", () => {
  async function ask(email: string) {
    await userEvent.type(screen.getByLabelText("Email"), email);
    await userEvent.click(screen.getByRole("button", { name: "Send Reset Link" }));
  }

  it("wants a valid address", async () => {
    hydrateIsland(ForgotPasswordForm, {});
    await ask("nobody");
    expect((await focusedSummary()).messages).toEqual(["Invalid email address"]);
    expect(errorBeside("Email")).toBe("Invalid email address");
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "nobody");
  });

  it("says so while it waits, and leads back to the login", async () => {
    answerCalls({ "POST /api/forgot-password": new Promise(() => {}) });
    hydrateIsland(ForgotPasswordForm, {});
    expect(screen.getByRole("link", { name: "Back to Login" }).getAttribute("href")).toBe("/");
    await ask("jordan@example.edu");
    const button = await screen.findByRole("button", { name: "Sending..." });
    expect(button).toHaveProperty("disabled", true);
  });

  it("confirms in the same words, whether or not there is an account", async () => {
    answerCalls({ "POST /api/forgot-password": [200, { message: "ok" }] });
    hydrateIsland(ForgotPasswordForm, {});
    await ask("jordan@example.edu");
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        title: "Reset Link Sent",
        description: "If an account exists with that email, a password reset link has been sent.",
      })
    );
    expect(screen.queryByText("Development mode")).toBeNull();
  });

  it("shows the link of a development answer", async () => {
    answerCalls({ "POST /api/forgot-password": [200, { devToken: "abc/1" }] });
    hydrateIsland(ForgotPasswordForm, {});
    await ask("jordan@example.edu");
    const link = await screen.findByRole("link", { name: "/reset-password?token=abc%2F1" });
    expect(link.getAttribute("href")).toBe("/reset-password?token=abc%2F1");
  });

  it("has its own words for a failure without a message", async () => {
    answerCalls({ "POST /api/forgot-password": [500] });
    hydrateIsland(ForgotPasswordForm, {});
    await ask("jordan@example.edu");
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        title: "Error",
        description: "Failed to process password reset request",
      })
    );
  });
});

describe("new password", () => {
  async function choose(password: string, again: string) {
    await userEvent.type(screen.getByLabelText("New Password"), password);
    await userEvent.type(screen.getByLabelText("Confirm Password"), again);
    await userEvent.click(screen.getByRole("button", { name: "Reset Password" }));
  }

  it("cannot be chosen without a token", () => {
    hydrateIsland(ResetPasswordForm, { token: "", passwordMinLength: 6 });
    expect(screen.getByRole("heading", { name: "Invalid Reset Link" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Login" }).getAttribute("href")).toBe("/");
  });

  it("has to be long enough, and twice the same", async () => {
    hydrateIsland(ResetPasswordForm, { token: "t", passwordMinLength: 6 });
    await choose("short", "shirt");
    expect((await focusedSummary()).messages).toEqual([
      "Password must be at least 6 characters",
      "Passwords don't match",
    ]);
    expect(errorBeside("Confirm Password")).toBe("Passwords don't match");
  });

  it("is sent with the token, and the login page follows after three seconds", async () => {
    const calls = answerCalls({ "POST /api/reset-password": [200, { message: "ok" }] });
    hydrateIsland(ResetPasswordForm, { token: "t", passwordMinLength: 6 });
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    await choose("new horse", "new horse");
    expect(await screen.findByText("Password Reset Successful")).toBeTruthy();
    expect(screen.getByText("Redirecting to login page...")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to Login Now" })).toBeTruthy();
    expect(calls[0]?.body).toEqual({ token: "t", newPassword: "new horse" });
    expect(goOnTo).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3000);
    expect(goOnTo).toHaveBeenCalledWith("/");
  });

  it("says so while it waits, and has its own words for a failure", async () => {
    let answer = (_: readonly [number]) => {};
    answerCalls({ "POST /api/reset-password": new Promise((resolve) => answer = resolve) });
    hydrateIsland(ResetPasswordForm, { token: "t", passwordMinLength: 6 });
    await choose("new horse", "new horse");
    expect(await screen.findByRole("button", { name: "Resetting..." })).toBeTruthy();
    answer([500]);
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        variant: "destructive",
        title: "Reset Failed",
        description: "Failed to reset password. The link may be invalid or expired.",
      })
    );
  });

  it("tells why it was refused", async () => {
    answerCalls({
      "POST /api/reset-password": [400, { message: "Invalid or expired reset token" }],
    });
    hydrateIsland(ResetPasswordForm, { token: "t", passwordMinLength: 6 });
    await choose("new horse", "new horse");
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        title: "Reset Failed",
        description: "Invalid or expired reset token",
      })
    );
  });
});
