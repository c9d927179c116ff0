// @vitest-environment happy-dom
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Role } from "../../../events/vocabulary.ts";
import {
  type AnswerOverrides,
  arrivesAt,
  openPage,
  pendingAnswer,
  toastSays,
} from "../../testing/plain-browser.ts";
import { errorBeside } from "../../testing/fields.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite, type TestSiteOptions } from "../../testing/site.ts";

const button = () => screen.getByRole("button", { name: "Continue" });

interface ShowOptions extends TestSiteOptions {
  readonly role?: Role | null;
  readonly overrides?: AnswerOverrides;
}

async function show({ role = null, overrides = {}, ...options }: ShowOptions = {}) {
  const member = aMember({ role });
  const { memberId } = member;
  return await openPage(await createTestSite({ members: [member], ...options }), "/select-role", {
    memberId,
    overrides,
  });
}

describe("role selection", () => {
  it("welcomes, offers three roles, and can't continue until one is chosen", async () => {
    await show();
    const title = "Welcome to TCU Army ROTC Alumni Connect";
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText("Please select your role to continue")).toBeTruthy();
    for (const name of ["Cadet", "Alumni", "Cadre"]) screen.getByRole("radio", { name });
    expect(button()).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByLabelText("Cadet"));
    expect(button()).toHaveProperty("disabled", false);
  });

  it("leads home, with a toast", async () => {
    const sent = await show();
    await userEvent.click(screen.getByLabelText("Alumni"));
    await userEvent.click(button());
    await toastSays({
      title: "Role selected",
      description: "You can now create your profile",
    });
    await arrivesAt("/");
    expect(sent[0]?.form).toMatchObject({ role: "alumni" });
  });

  it("shows the server's message when it is refused", async () => {
    await show({ cadreCode: "hold fast" });
    await userEvent.click(screen.getByLabelText("Cadre"));
    await userEvent.click(button());
    await toastSays({
      title: "Error",
      description: "A cadre code is required",
    });
    expect(errorBeside("Cadre code")).toBe("A cadre code is required");
    expect(screen.getByLabelText("Cadre")).toHaveProperty("checked", true);
  });

  it("is a single choice, and shows that it is being saved", async () => {
    await show({ overrides: { "POST /select-role": pendingAnswer } });
    await userEvent.click(screen.getByLabelText("Cadet"));
    await userEvent.click(screen.getByLabelText("Alumni"));
    expect(screen.getByLabelText("Cadet")).toHaveProperty("checked", false);
    await userEvent.click(button());
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeTruthy();
  });

  it("starts with the member's current role", async () => {
    await show({ role: "cadre" });
    expect(screen.getByLabelText("Cadre")).toHaveProperty("checked", true);
    expect(button()).toHaveProperty("disabled", false);
  });
});
