// @vitest-environment happy-dom
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  type AnswerOverrides,
  arrivesAt,
  openPage,
  pendingAnswer,
  toastSays,
} from "../../testing/plain-browser.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite, type TestSiteOptions } from "../../testing/site.ts";

const show = async (overrides: AnswerOverrides = {}, options: TestSiteOptions = {}, path = "/") =>
  await openPage(await createTestSite({ members: [aMember()], ...options }), path, { overrides });

async function fillLogin(username: string, password: string) {
  await userEvent.type(screen.getByLabelText("Username or email"), username);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

describe("login", () => {
  it("reports what is too short, and focuses the summary", async () => {
    await show();
    await fillLogin("jo", "short");
    const { messages, links } = await focusedSummary();
    expect(messages).toEqual([
      "Username must be at least 3 characters",
      "Password must be at least 6 characters",
    ]);
    expect([errorBeside("Username or email"), errorBeside("Password")]).toEqual(messages);
    const username = screen.getByLabelText("Username or email");
    expect(username.getAttribute("aria-invalid")).toBe("true");
    expect(links[0]?.hash).toBe(`#${username.id}`);
    expect(username).toHaveProperty("value", "jo");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
  });

  it("checks a field when it loses focus, and drops the message when it is corrected", async () => {
    const sent = await show();
    await userEvent.type(screen.getByLabelText("Username or email"), "jo");
    await userEvent.tab();
    await expect.poll(() => errorBeside("Username or email"))
      .toBe("Username must be at least 3 characters");
    await userEvent.type(screen.getByLabelText("Username or email"), "r");
    expect(errorBeside("Username or email")).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it("leads home, with a toast", async () => {
    const sent = await show();
    await fillLogin("jordan", "correct horse");
    await toastSays({ title: "Welcome back!" });
    const form = { username: "jordan", password: "correct horse" };
    expect(sent[0]).toEqual({ method: "POST", path: "/login", form });
    expect([location.pathname, document.documentElement.dataset.member !== undefined])
      .toEqual(["/", true]);
  });

  it("shows that it is waiting, and sends once, however often the button is pressed", async () => {
    const sent = await show({ "POST /login": pendingAnswer });
    await userEvent.type(screen.getByLabelText("Username or email"), "jordan");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse{Enter}{Enter}");
    const button = await screen.findByRole("button", { name: "Logging in..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(sent).toHaveLength(1);
    // Go back to the page as the browser kept it.
    dispatchEvent(new Event("pageshow"));
    expect(screen.getByRole("button", { name: "Login" }).hasAttribute("aria-disabled")).toBe(false);
  });

  it("shows the server's message when it fails, and focuses the password", async () => {
    await show();
    await fillLogin("jordan", "wrong horse");
    const description = "Invalid username or password";
    await toastSays({ variant: "destructive", title: "Login failed", description });
    expect(screen.getByLabelText("Username or email")).toHaveProperty("value", "jordan");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });
});

describe("registration", () => {
  const register = (overrides: AnswerOverrides = {}, options: TestSiteOptions = {}) =>
    show(overrides, options, "/?mode=register");

  async function fill(username = "dana", email = "dana@example.edu") {
    await userEvent.type(screen.getByLabelText("First Name"), "Dana");
    await userEvent.type(screen.getByLabelText("Last Name"), "Whitfield");
    await userEvent.type(screen.getByLabelText("Email"), email);
    await userEvent.type(screen.getByLabelText("Username"), username);
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  }
  const send = () => userEvent.click(screen.getByRole("button", { name: "Create Account" }));

  it("replaces the login, and switches back", async () => {
    await show();
    const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(leadsTo("Sign up")).toBe("/?mode=register#account");
    await register();
    expect(screen.getByRole("heading", { name: "Create Account" })).toBeTruthy();
    expect(screen.getByLabelText("Cadet")).toHaveProperty("checked", true);
    expect(leadsTo("Already have an account? Login")).toBe("/#account");
  });

  it("shows that it is waiting", async () => {
    await register({ "POST /register": pendingAnswer });
    await fill();
    await send();
    const button = await screen.findByRole("button", { name: "Creating account..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it("lists everything that is missing", async () => {
    await register();
    await send();
    expect((await focusedSummary()).messages).toEqual([
      "First name is required",
      "Last name is required",
      "Invalid email address",
      "Username must be at least 3 characters",
      "Password must be at least 6 characters",
    ]);
    expect(errorBeside("Email")).toBe("Invalid email address");
  });

  it("sends the role, shows a welcome toast, and goes home", async () => {
    const sent = await register();
    await fill();
    await userEvent.click(screen.getByLabelText("Alumni"));
    await send();
    await toastSays({
      title: "Account created!",
      description: "Welcome to TCU Army ROTC Alumni Connect!",
    });
    await arrivesAt("/");
    expect(sent[0]?.form).toEqual({
      firstName: "Dana",
      lastName: "Whitfield",
      email: "dana@example.edu",
      username: "dana",
      password: "correct horse",
      role: "alumni",
    });
  });

  it.each([
    ["Username", "Username already taken", "jordan", "dana@example.edu"],
    [
      "Email",
      "Email already in use. If it's yours, open the email that we sent to it.",
      "dana",
      "jordan@example.edu",
    ],
  ])("says beside the %s that it is taken", async (label, description, username, email) => {
    await register();
    await fill(username, email);
    await send();
    expect((await focusedSummary()).messages).toEqual([description]);
    expect(errorBeside(label)).toBe(description);
    await toastSays({ title: "Registration failed", description });
  });

  it("asks cadre for the program's code, and sends it", async () => {
    const sent = await register({}, { cadreCode: "hold the line" });
    await fill();
    await userEvent.click(screen.getByLabelText("Cadre"));
    await userEvent.type(screen.getByLabelText("Cadre code"), "hold fast");
    await send();
    await expect.poll(() => errorBeside("Cadre code")).toBe("The cadre code is wrong");
    expect(sent[0]?.form).toMatchObject({ role: "cadre", cadreCode: "hold fast" });
  });
});
