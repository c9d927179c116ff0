// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { AccountCard, type AccountCardProps } from "./account-card.tsx";
import { goOnTo } from "../../hydration/navigation.ts";
import { store, toastAtom } from "../../hydration/store.ts";
import { takeQueuedToast } from "../../toasts/toasts.ts";

vi.mock("../../hydration/navigation.ts", () => ({ goOnTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ startToaster: vi.fn() }));

const user = { id: "m1", username: "jordan", role: "cadet" };

function show(props: Partial<AccountCardProps> = {}) {
  hydrateIsland(AccountCard, {
    mode: "login",
    programName: "TCU",
    cadreCodeRequired: false,
    passwordMinLength: 6,
    ...props,
  });
}

async function fillLogin(username: string, password: string) {
  await userEvent.type(screen.getByLabelText("Username"), username);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

beforeEach(() => {
  vi.mocked(goOnTo).mockClear();
  store.set(toastAtom, undefined);
  sessionStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
});

describe("login", () => {
  it("says what is too short, and moves to the list of it", async () => {
    const calls = answerCalls({});
    show();
    await fillLogin("jo", "short");
    const { messages, links } = await focusedSummary();
    expect(messages).toEqual([
      "Username must be at least 3 characters",
      "Password must be at least 6 characters",
    ]);
    expect([errorBeside("Username"), errorBeside("Password")]).toEqual(messages);
    const username = screen.getByLabelText("Username");
    expect(username.getAttribute("aria-invalid")).toBe("true");
    await userEvent.click(links[0] ?? username);
    expect(document.activeElement).toBe(username);
    expect(calls).toEqual([]);
  });

  it("refreshes the user, keeps a toast for the next page and goes home", async () => {
    const calls = answerCalls({ "POST /api/login": [200, user], "GET /api/user": [200, user] });
    show();
    await fillLogin("jordan", "correct horse");
    await vi.waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/"));
    expect(screen.getByText("Loading...")).toBeTruthy();
    expect(takeQueuedToast()).toEqual({ title: "Welcome back!" });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/login",
      "GET /api/user",
    ]);
    expect(calls[0]?.body).toEqual({ username: "jordan", password: "correct horse" });
  });

  it("says so while it waits", async () => {
    answerCalls({ "POST /api/login": new Promise(() => {}) });
    show();
    await fillLogin("jordan", "correct horse");
    const button = await screen.findByRole("button", { name: "Logging in..." });
    expect(button).toHaveProperty("disabled", true);
  });

  it("is sent once, however often the button is pressed", async () => {
    const calls = answerCalls({ "POST /api/login": new Promise(() => {}) });
    show();
    await userEvent.type(screen.getByLabelText("Username"), "jordan");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse{Enter}{Enter}");
    await screen.findByRole("button", { name: "Logging in..." });
    expect(calls).toHaveLength(1);
  });

  it("shows a toast with the server's message when it fails", async () => {
    answerCalls({ "POST /api/login": [429, { message: "Too many attempts" }] });
    show();
    await fillLogin("jordan", "wrong horse");
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        variant: "destructive",
        title: "Login failed",
        description: "Too many attempts",
      })
    );
    expect(goOnTo).not.toHaveBeenCalled();
  });

  it("has its own words for a failure without a message", async () => {
    answerCalls({ "POST /api/login": [401] });
    show();
    await fillLogin("jordan", "wrong horse");
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({ description: "Invalid username or password" })
    );
  });
});

describe("registration", () => {
  async function fill() {
    await userEvent.type(screen.getByLabelText("First Name"), "Jordan");
    await userEvent.type(screen.getByLabelText("Last Name"), "Rivera");
    await userEvent.type(screen.getByLabelText("Email"), "jordan@example.edu");
    await userEvent.type(screen.getByLabelText("Username"), "jordan");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  }
  const send = () => userEvent.click(screen.getByRole("button", { name: "Create Account" }));

  it("begins with the role cadet", () => {
    show({ mode: "register" });
    expect(screen.getByLabelText("Cadet")).toHaveProperty("checked", true);
  });

  it("says so while it waits, and has its own words for a failure", async () => {
    let answer = (_: readonly [number]) => {};
    answerCalls({ "POST /api/register": new Promise((resolve) => answer = resolve) });
    show({ mode: "register" });
    await fill();
    await send();
    const button = await screen.findByRole("button", { name: "Creating account..." });
    expect(button).toHaveProperty("disabled", true);
    answer([409]);
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        variant: "destructive",
        title: "Registration failed",
        description: "Username or email already exists",
      })
    );
  });

  it("says beside the email that it is in use", async () => {
    answerCalls({ "POST /api/register": [409, { message: "Email already in use" }] });
    show({ mode: "register" });
    await fill();
    await send();
    await focusedSummary();
    expect(errorBeside("Email")).toBe("Email already in use");
  });

  it("waits a tenth of a second before it goes home", async () => {
    answerCalls({ "POST /api/register": [201, user], "GET /api/user": [200, user] });
    show({ mode: "register" });
    await fill();
    const timer = vi.spyOn(globalThis, "setTimeout");
    await send();
    await vi.waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/"));
    expect(timer.mock.calls.map(([, delay]) => delay)).toContain(100);
    timer.mockRestore();
  });

  it("takes the place of the login and gives it back", async () => {
    show();
    await userEvent.click(screen.getByRole("link", { name: "Sign up" }));
    expect(screen.getByRole("heading", { name: "Create Account" })).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Already have an account? Login" }));
    expect(screen.getByRole("heading", { name: "Login" })).toBeTruthy();
  });

  it("takes the focus to the form that came, from the link that went", async () => {
    show();
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole("link", { name: "Sign up" }));
    expect(document.activeElement?.textContent).toBe("Create Account");
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByLabelText("First Name"));
  });

  it("takes over what was typed in the login, and gives it back, but no password", async () => {
    show();
    await userEvent.type(screen.getByLabelText("Username"), "jordan");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
    await userEvent.click(screen.getByRole("link", { name: "Sign up" }));
    expect(screen.getByLabelText("Username")).toHaveProperty("value", "jordan");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    await userEvent.type(screen.getByLabelText("Email"), "jordan@example.edu");
    await userEvent.click(screen.getByRole("link", { name: "Already have an account? Login" }));
    await userEvent.click(screen.getByRole("link", { name: "Sign up" }));
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "jordan@example.edu");
  });

  it("names everything that is missing", async () => {
    show({ mode: "register" });
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

  it("sends the role, welcomes by a toast and goes home", async () => {
    const calls = answerCalls({ "POST /api/register": [201, user], "GET /api/user": [200, user] });
    show({ mode: "register" });
    await fill();
    await userEvent.click(screen.getByLabelText("Alumni"));
    await send();
    await vi.waitFor(() => expect(goOnTo).toHaveBeenCalledWith("/"));
    expect(calls[0]?.body).toEqual({
      firstName: "Jordan",
      lastName: "Rivera",
      email: "jordan@example.edu",
      username: "jordan",
      password: "correct horse",
      role: "alumni",
    });
    expect(takeQueuedToast()).toEqual({
      title: "Account created!",
      description: "Welcome to TCU Army ROTC Alumni Connect!",
    });
  });

  it("says beside the field that a name is taken", async () => {
    answerCalls({ "POST /api/register": [409, { message: "Username already taken" }] });
    show({ mode: "register" });
    await fill();
    await send();
    expect((await focusedSummary()).messages).toEqual(["Username already taken"]);
    expect(errorBeside("Username")).toBe("Username already taken");
    expect(store.get(toastAtom)).toMatchObject({
      title: "Registration failed",
      description: "Username already taken",
    });
  });

  it("asks cadre for the program's code, and sends it", async () => {
    const calls = answerCalls({ "POST /api/register": [403, { message: "Wrong code" }] });
    show({ mode: "register", cadreCodeRequired: true });
    await fill();
    await userEvent.click(screen.getByLabelText("Cadre"));
    await userEvent.type(screen.getByLabelText("Cadre code"), "hold fast");
    await send();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ role: "cadre", cadreCode: "hold fast" });
  });
});
