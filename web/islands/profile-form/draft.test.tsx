// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { filledForm } from "../../testing/profile-form.ts";
import { dropDrafts } from "../../forms/drafts.ts";
import { goTo } from "../../hydration/navigation.ts";
import { ProfileForm, type ProfileFormProps } from "./profile-form.tsx";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));
vi.mock("../../toasts/toaster.tsx", () => ({ showToast: vi.fn() }));

const notice = "We kept what you had typed";

/** Whether the browser would ask before this page is left. */
function asksBeforeLeaving(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

/** Loads the page again. */
function reload(changed: Partial<ProfileFormProps> = {}) {
  cleanup();
  hydrateIsland(ProfileForm, { ...filledForm, ...changed });
}

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

beforeEach(() => {
  vi.mocked(goTo).mockClear();
  sessionStorage.clear();
  reload();
});

describe("values typed in the profile form", () => {
  it("survive a reload, and the form says so", async () => {
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    await userEvent.click(screen.getByRole("button", { name: "Add Army School" }));
    await userEvent.keyboard("Airborne School");
    await userEvent.click(screen.getByRole("switch", { name: "Industry" }));
    reload();
    expect(screen.getByText(notice)).toBeTruthy();
    expect(valueOf("Company")).toBe("Northfield Partners and Sons");
    expect(valueOf("Army School 2")).toBe("Airborne School");
    expect(screen.getByRole("switch", { name: "Industry" })).toHaveProperty("checked", false);
    expect(asksBeforeLeaving()).toBe(true);
  });

  it("can be discarded", async () => {
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    reload();
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByText(notice)).toBeNull();
    expect(valueOf("Company")).toBe("Northfield Partners");
    expect(document.activeElement).toBe(screen.getByLabelText("TCU Class Year"));
    expect(asksBeforeLeaving()).toBe(false);
    reload();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it("aren't shown to another member in the same browser", async () => {
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    reload({ memberId: "casey" });
    expect(screen.queryByText(notice)).toBeNull();
    expect(valueOf("Company")).toBe("Northfield Partners");
  });

  it("are removed by logging out", async () => {
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    dropDrafts();
    reload();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it("stay only in the page if they can't be stored", async () => {
    const setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { getItem: () => null, setItem, removeItem: () => {} });
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    vi.unstubAllGlobals();
    expect(valueOf("Company")).toBe("Northfield Partners and Sons");
    expect(asksBeforeLeaving()).toBe(true);
    reload();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it("aren't kept once they are undone", async () => {
    await userEvent.type(screen.getByLabelText("Company"), "!{Backspace}");
    expect(asksBeforeLeaving()).toBe(false);
    reload();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it("are replaced by a form returned from the server", async () => {
    await userEvent.type(screen.getByLabelText("Company"), " and Sons");
    reload({ sent: { ...filledForm.values, company: "Sent" }, errors: { mos: "MOS is required" } });
    expect(screen.queryByText(notice)).toBeNull();
    expect(valueOf("Company")).toBe("Sent");
    expect(asksBeforeLeaving()).toBe(true);
  });
});
