// @vitest-environment happy-dom
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { goOnTo } from "../../hydration/navigation.ts";
import {
  away,
  type Instead,
  noWords,
  openPage,
  silence,
  toastSays,
} from "../../testing/enhanced.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite, type TestSiteOptions } from "../../testing/site.ts";
import { takeQueuedToast } from "../../toasts/toasts.ts";

const show = async (instead: Instead = {}, options: TestSiteOptions = {}, path = "/") =>
  await openPage(await createTestSite({ members: [aMember()], ...options }), path, { instead });

async function fillLogin(username: string, password: string) {
  await userEvent.type(screen.getByLabelText("Username or email"), username);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

beforeEach(() => sessionStorage.clear());

describe("login", () => {
  it("says what is too short, and moves to the list of it", async () => {
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
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "short");
  });

  it("checks a field when it is left, and drops the message when it is corrected", async () => {
    const sent = await show();
    await userEvent.type(screen.getByLabelText("Username or email"), "jo");
    await userEvent.tab();
    await vi.waitFor(() =>
      expect(errorBeside("Username or email")).toBe("Username must be at least 3 characters")
    );
    await userEvent.type(screen.getByLabelText("Username or email"), "r");
    expect(errorBeside("Username or email")).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it("keeps a toast for the next page and goes home", async () => {
    const sent = await show();
    await fillLogin("jordan", "correct horse");
    await vi.waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/"));
    expect(screen.getByText("Loading...")).toBeTruthy();
    expect(takeQueuedToast()).toEqual({ title: "Welcome back!" });
    const form = { username: "jordan", password: "correct horse" };
    expect(sent).toEqual([{ method: "POST", path: "/login", form }]);
  });

  it("says so while it waits, and is sent once, however often the button is pressed", async () => {
    const sent = await show({ "POST /login": silence });
    await userEvent.type(screen.getByLabelText("Username or email"), "jordan");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse{Enter}{Enter}");
    const button = await screen.findByRole("button", { name: "Logging in..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  it.each<[string, Instead[string] | undefined, string]>([
    ["the server's message", undefined, "Invalid username or password"],
    ["its own words without a message", noWords, "Invalid username or password"],
    [
      "that the server is away",
      away,
      "We can't reach the server. Check your connection and try again.",
    ],
  ])(
    "shows a toast with %s when it fails, and keeps what was typed",
    async (_, answer, description) => {
      await show(answer && { "POST /login": answer });
      await fillLogin("jordan", "wrong horse");
      await toastSays({ variant: "destructive", title: "Login failed", description });
      expect(goOnTo).not.toHaveBeenCalled();
      expect(screen.getByLabelText("Password")).toHaveProperty("value", "wrong horse");
      expect(screen.getByRole("button", { name: "Login" }).hasAttribute("aria-disabled")).toBe(
        false,
      );
    },
  );
});

describe("registration", () => {
  const register = (instead: Instead = {}, options: TestSiteOptions = {}) =>
    show(instead, options, "/?mode=register");

  async function fill(username = "dana", email = "dana@example.edu") {
    await userEvent.type(screen.getByLabelText("First Name"), "Dana");
    await userEvent.type(screen.getByLabelText("Last Name"), "Whitfield");
    await userEvent.type(screen.getByLabelText("Email"), email);
    await userEvent.type(screen.getByLabelText("Username"), username);
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  }
  const send = () => userEvent.click(screen.getByRole("button", { name: "Create Account" }));

  it("says so while it waits, and has its own words for a failure", async () => {
    const answer = Promise.withResolvers<Response>();
    await register({ "POST /register": () => answer.promise });
    await fill();
    await send();
    const button = await screen.findByRole("button", { name: "Creating account..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    answer.resolve(noWords());
    await toastSays({
      variant: "destructive",
      title: "Registration failed",
      description: "Username or email already exists",
    });
  });

  const turn = async (link: string, title: string) => {
    await userEvent.click(screen.getByRole("link", { name: link }));
    await screen.findByRole("heading", { name: title });
  };

  it("takes the place of the login and gives it back, with what was typed, but no password", async () => {
    await show();
    await userEvent.type(screen.getByLabelText("Username or email"), "jordan");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
    await turn("Sign up", "Create Account");
    expect(document.activeElement?.textContent).toBe("Create Account");
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByLabelText("First Name"));
    expect(screen.getByLabelText("Cadet")).toHaveProperty("checked", true);
    expect(screen.getByLabelText("Username")).toHaveProperty("value", "jordan");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    await userEvent.type(screen.getByLabelText("Email"), "jordan@example.edu");
    await turn("Already have an account? Login", "Login");
    await turn("Sign up", "Create Account");
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "jordan@example.edu");
  });

  it("names everything that is missing", async () => {
    await register();
    for (const label of ["First Name", "Last Name", "Email", "Username"]) {
      await userEvent.clear(screen.getByLabelText(label));
    }
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

  it("sends the role, welcomes by a toast and goes home after a tenth of a second", async () => {
    const sent = await register();
    await fill();
    const timer = vi.spyOn(globalThis, "setTimeout");
    await userEvent.click(screen.getByLabelText("Alumni"));
    await send();
    await vi.waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/"));
    expect(timer.mock.calls.map(([, delay]) => delay)).toContain(100);
    timer.mockRestore();
    expect(sent[0]?.form).toEqual({
      firstName: "Dana",
      lastName: "Whitfield",
      email: "dana@example.edu",
      username: "dana",
      password: "correct horse",
      role: "alumni",
    });
    expect(takeQueuedToast()).toEqual({
      title: "Account created!",
      description: "Welcome to TCU Army ROTC Alumni Connect!",
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
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.form).toMatchObject({ role: "cadre", cadreCode: "hold fast" });
    await vi.waitFor(() => expect(errorBeside("Cadre code")).toBe("The cadre code is wrong"));
  });
});
