// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  type AnswerOverrides,
  openPage,
  pendingAnswer,
  toastSays,
} from "../../testing/plain-browser.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const jordan = aMember();

describe("forgotten password", () => {
  const show = async (overrides: AnswerOverrides = {}) =>
    await openPage(
      await createTestSite({ members: [jordan], showsDevToken: true }),
      "/forgot-password",
      { overrides },
    );

  async function ask(email: string) {
    await userEvent.type(screen.getByLabelText("Email"), email);
    await userEvent.click(screen.getByRole("button", { name: "Send Reset Link" }));
  }

  it("requires a valid address", async () => {
    await show();
    await ask("nobody");
    await waitFor(() => expect(errorBeside("Email")).toBe("Invalid email address"));
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "nobody");
  });

  it("shows that it is waiting, and links back to the login", async () => {
    await show({ "POST /forgot-password": pendingAnswer });
    expect(screen.getByRole("link", { name: "Back to Login" }).getAttribute("href")).toBe("/");
    await ask("jordan@example.edu");
    const button = await screen.findByRole("button", { name: "Sending..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it("confirms in the same words with and without an account", async () => {
    await show();
    await ask("jordan@example.edu");
    await toastSays({
      title: "Reset Link Sent",
      description: "If an account exists with that email, a password reset link has been sent.",
    });
    expect(await screen.findByText("Reset Link Sent")).toBeTruthy();
  });

  it("explains why no link is sent", async () => {
    const site = await createTestSite({ members: [jordan] });
    site.product.wayIn.request = () => Promise.reject(new Problem(503, "Mail is away"));
    await openPage(site, "/forgot-password");
    await ask("jordan@example.edu");
    await toastSays({ variant: "destructive", title: "Error", description: "Mail is away" });
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "jordan@example.edu");
  });

  it("shows the link of a development answer", async () => {
    await show();
    await ask("jordan@example.edu");
    const link = await screen.findByRole("link", { name: /^\/reset-password\?token=./ });
    expect(link.getAttribute("href")).toBe(link.textContent);
  });
});

describe("new password", () => {
  async function show(token = "good-token", overrides: AnswerOverrides = {}) {
    const site = await createTestSite({ members: [jordan] });
    await site.issue("reset-password", "good-token", jordan);
    const sent = await openPage(site, `/reset-password?token=${token}`, { overrides });
    return Object.assign(sent, { site });
  }

  async function choose(password: string, again: string) {
    await userEvent.type(screen.getByLabelText("New Password"), password);
    await userEvent.type(screen.getByLabelText("Confirm Password"), again);
    await userEvent.click(screen.getByRole("button", { name: "Reset Password" }));
  }

  it("can't be chosen without a token", async () => {
    await show("");
    expect(screen.getByRole("heading", { name: "Invalid Reset Link" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Login" }).getAttribute("href")).toBe("/");
  });

  it("must be long enough, and the same twice", async () => {
    await show();
    await choose("short", "shirt");
    expect((await focusedSummary()).messages).toEqual([
      "Password must be at least 6 characters",
      "Passwords don't match",
    ]);
    expect(errorBeside("Confirm Password")).toBe("Passwords don't match");
    expect(screen.getByLabelText("New Password")).toHaveProperty("value", "");
  });

  it("is sent with the token, followed by the login page", async () => {
    const sent = await show();
    await choose("new horse", "new horse");
    await screen.findByRole("heading", { name: "Password Reset Successful" });
    expect(screen.getByText("Redirecting to login page...")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to Login Now" })).toBeTruthy();
    expect(sent[0]?.form).toMatchObject({ token: "good-token", newPassword: "new horse" });
  });

  it("shows that it is waiting", async () => {
    await show("good-token", { "POST /reset-password": pendingAnswer });
    await choose("new horse", "new horse");
    expect(await screen.findByRole("button", { name: "Resetting..." })).toBeTruthy();
  });

  it("explains a refusal", async () => {
    const { site } = await show();
    const passwords = { newPassword: "other horse", confirmPassword: "other horse" };
    await site.send("/reset-password", { ...passwords, token: "good-token" });
    await choose("new horse", "new horse");
    await toastSays({ title: "Reset Failed", description: "Invalid or expired reset token" });
  });

  it("isn't asked for by a link that no longer works", async () => {
    await show("old-token");
    expect(screen.getByRole("heading", { name: "Invalid Reset Link" })).toBeTruthy();
    expect(screen.queryByLabelText("New Password")).toBeNull();
    expect(screen.getByRole("link", { name: "ask for a new one" }).getAttribute("href"))
      .toBe("/forgot-password");
  });
});
