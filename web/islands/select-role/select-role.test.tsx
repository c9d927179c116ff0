// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { goTo } from "../../hydration/navigation.ts";
import { RoleChoice } from "./select-role.tsx";
import { store, toastAtom } from "../../hydration/store.ts";
import { takeQueuedToast } from "../../toasts/toasts.ts";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ startToaster: vi.fn() }));

const props = { programName: "TCU", cadreCodeRequired: false, current: null };
const button = () => screen.getByRole("button", { name: "Continue" });

beforeEach(() => {
  vi.mocked(goTo).mockClear();
  store.set(toastAtom, undefined);
  sessionStorage.clear();
});

describe("role selection", () => {
  it("cannot continue until a role is chosen", async () => {
    hydrateIsland(RoleChoice, props);
    expect(button()).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByLabelText("Cadet"));
    expect(button()).toHaveProperty("disabled", false);
  });

  it("keeps its toast for the page that follows", async () => {
    const calls = answerCalls({ "POST /api/auth/select-role": [200, {}] });
    hydrateIsland(RoleChoice, props);
    await userEvent.click(screen.getByLabelText("Alumni"));
    await userEvent.click(button());
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/"));
    expect(calls[0]?.body).toEqual({ role: "alumni" });
    expect(takeQueuedToast()).toEqual({
      title: "Role selected",
      description: "You can now create your profile",
    });
  });

  it("shows the server's message when it is refused", async () => {
    answerCalls({ "POST /api/auth/select-role": [403, { message: "The cadre code is wrong" }] });
    hydrateIsland(RoleChoice, { ...props, cadreCodeRequired: true });
    await userEvent.click(screen.getByLabelText("Cadre"));
    await userEvent.click(button());
    await vi.waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        title: "Error",
        description: "The cadre code is wrong",
      })
    );
  });

  it("is a single choice, and says so while it is saved", async () => {
    answerCalls({ "POST /api/auth/select-role": new Promise(() => {}) });
    hydrateIsland(RoleChoice, props);
    await userEvent.click(screen.getByLabelText("Cadet"));
    await userEvent.click(screen.getByLabelText("Alumni"));
    expect(screen.getByLabelText("Cadet")).toHaveProperty("checked", false);
    await userEvent.click(button());
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeTruthy();
  });

  it("begins with the role that the member has", () => {
    hydrateIsland(RoleChoice, { ...props, current: "cadre" });
    expect(screen.getByLabelText("Cadre")).toHaveProperty("checked", true);
    expect(button()).toHaveProperty("disabled", false);
  });
});
