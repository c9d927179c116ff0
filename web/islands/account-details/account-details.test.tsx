// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { AccountDetailsForm } from "./account-details.tsx";
import { store, toastAtom } from "../../hydration/store.ts";
import { markUnsaved, mayLeave } from "../../forms/unsaved.ts";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ startToaster: vi.fn() }));

beforeEach(() => {
  markUnsaved("account", false);
  store.set(toastAtom, undefined);
});

describe("the account's own form", () => {
  const saved = {
    username: "dana",
    firstName: "Dana",
    lastName: "Whitfield",
    email: "d@example.edu",
  };
  const stored = { "GET /api/user": [200, saved] } as const;

  it("saves the account", async () => {
    const calls = answerCalls({ ...stored, "PATCH /api/user": [200, {}] });
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.type(screen.getByLabelText("Last Name"), "-Reed");
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    await waitFor(() =>
      expect(store.get(toastAtom)).toEqual(
        expect.objectContaining({
          title: "Account information updated",
          description: "Your account details have been saved",
        }),
      )
    );
    expect(calls.at(-1)?.body).toEqual({ lastName: "Whitfield-Reed" });
  });

  it("sends what the server refused before, without script", async () => {
    const calls = answerCalls({ ...stored, "PATCH /api/user": [200, {}] });
    const form = {
      values: { ...saved, email: "taken@example.edu", opened: JSON.stringify(saved) },
      fields: { email: "Email already in use" },
    };
    hydrateIsland(AccountDetailsForm, { saved, form });
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ email: "taken@example.edu" }));
  });

  it("joins what was changed elsewhere, and asks before it takes its place", async () => {
    const elsewhere = { ...saved, firstName: "Danielle", lastName: "Okafor" };
    const calls = answerCalls({
      "GET /api/user": [200, elsewhere],
      "PATCH /api/user": [200, elsewhere],
    });
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.type(screen.getByLabelText("Last Name"), "-Reed");
    const save = screen.getByRole("button", { name: "Save Account Information" });
    await userEvent.click(save);
    const told = "Last name was changed to “Okafor” elsewhere. " +
      "Save again to use what you have here";
    expect((await focusedSummary()).messages).toEqual([told]);
    expect(errorBeside("Last Name")).toBe(told);
    expect(calls.map(({ method }) => method)).toEqual(["GET"]);
    await userEvent.click(save);
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ lastName: "Whitfield-Reed" }));
  });

  it("says beside the username that it is taken", async () => {
    answerCalls({ ...stored, "PATCH /api/user": [409, { message: "Username already taken" }] });
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    expect((await focusedSummary()).messages).toEqual(["Username already taken"]);
    expect(errorBeside("Username")).toBe("Username already taken");
    expect(store.get(toastAtom)?.title).toBe("Error");
  });

  it("says so while it waits, and has its own words for a failure", async () => {
    let answer = (_: readonly [number]) => {};
    answerCalls({ ...stored, "PATCH /api/user": new Promise((resolve) => answer = resolve) });
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeTruthy();
    answer([500]);
    await waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        variant: "destructive",
        title: "Error",
        description: "Failed to update account information",
      })
    );
  });

  it("says beside the email that it is in use", async () => {
    answerCalls({ ...stored, "PATCH /api/user": [409, { message: "Email already in use" }] });
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    await focusedSummary();
    expect(errorBeside("Email")).toBe("Email already in use");
  });

  it("checks before it asks", async () => {
    const calls = answerCalls({});
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.clear(screen.getByLabelText("First Name"));
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    expect((await focusedSummary()).messages).toEqual(["First name is required"]);
    expect(errorBeside("First Name")).toBe("First name is required");
    expect(calls).toEqual([]);
  });

  it("is missed when it is left before it is saved, and not after", async () => {
    const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    answerCalls({ ...stored, "PATCH /api/user": [200, {}] });
    hydrateIsland(AccountDetailsForm, { saved });
    await userEvent.type(screen.getByLabelText("Last Name"), "-Reed");
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
    await waitFor(() => expect(store.get(toastAtom)?.title).toBe("Account information updated"));
    expect(asksBeforeLeaving()).toBe(false);
    expect(await mayLeave()).toBe(true);
  });
});
