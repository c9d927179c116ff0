// @vitest-environment happy-dom
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mayLeave } from "../../forms/unsaved.ts";
import {
  type AnswerOverrides,
  openPage,
  pendingAnswer,
  toastSays,
} from "../../testing/plain-browser.ts";
import { errorBeside, focusedSummary } from "../../testing/fields.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const dana = aMember({
  username: "dana",
  firstName: "Dana",
  lastName: "Whitfield",
  email: "d@example.edu",
  role: "alumni",
  profile: aProfile(),
});
const { memberId } = dana;
const other = aMember({ memberId: "other", username: "jordan", email: "taken@example.edu" });

async function show(overrides: AnswerOverrides = {}, isConfirmed = true) {
  const site = await createTestSite({ members: [dana, other], isConfirmed });
  const sent = await openPage(site, "/profile/edit", { memberId, overrides });
  const stored = () => site.stored(memberId);
  return { site, sent, stored };
}

const save = () =>
  userEvent.click(screen.getByRole("button", { name: "Save Account Information" }));
const field = (label: string) => screen.getByRole("textbox", { name: label });
const saved = { title: "Account information updated" };
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe("the account's own form", () => {
  it("saves the account, and shows it in the menu, too", async () => {
    const { stored } = await show();
    await userEvent.type(field("Last Name"), "-Reed");
    await save();
    await toastSays({ ...saved, description: "Your account details have been saved" });
    expect((await stored())?.lastName).toBe("Whitfield-Reed");
    expect(field("Last Name")).toHaveProperty("defaultValue", "Whitfield-Reed");
    expect(screen.getByLabelText("My Account: Dana Whitfield-Reed")).toBeTruthy();
  });

  it("can be sent again after a refusal", async () => {
    const { sent } = await show();
    await userEvent.clear(field("Email"));
    await userEvent.type(field("Email"), "nobody");
    await save();
    await focusedSummary();
    await userEvent.type(field("Email"), "@example.edu");
    await save();
    await toastSays(saved);
    expect(sent.find(({ method }) => method === "POST")?.form.email).toBe("nobody");
  });

  it("merges changes from elsewhere, and asks before it overwrites them", async () => {
    const { site, stored } = await show();
    const elsewhere = { firstName: "Danielle", lastName: "Okafor" };
    await site.execute(memberId, { type: "ChangeAccountDetails", ...elsewhere });
    await userEvent.type(field("Last Name"), "-Reed");
    await save();
    const told = "Last name was changed to “Okafor” elsewhere. " +
      "Save again to use what you have here";
    expect((await focusedSummary()).messages).toEqual([told]);
    expect(errorBeside("Last Name")).toBe(told);
    expect((await stored())?.lastName).toBe("Okafor");
    await save();
    await toastSays(saved);
    expect(await stored()).toMatchObject({ firstName: "Danielle", lastName: "Whitfield-Reed" });
  });

  it("shows that it is waiting", async () => {
    await show({ "POST /profile/account": pendingAnswer });
    await save();
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeTruthy();
  });

  it.each([
    ["username", "Username", "jordan", "Username already taken"],
    ["email", "Email", "taken@example.edu", "Email already in use"],
  ])("says beside the %s that it is taken", async (_, label, value, message) => {
    await show();
    await userEvent.clear(field(label));
    await userEvent.type(field(label), value);
    await save();
    expect((await focusedSummary()).messages).toEqual([message]);
    expect(errorBeside(label)).toBe(message);
    await toastSays({ title: "Error", description: message });
  });

  it("says what is wrong", async () => {
    await show();
    await userEvent.clear(field("First Name"));
    await save();
    expect((await focusedSummary()).messages).toEqual(["First name is required"]);
    expect(errorBeside("First Name")).toBe("First name is required");
  });

  it("warns when it is left before it is saved, and not after", async () => {
    const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await show();
    await userEvent.type(field("Last Name"), "-Reed");
    expect(asksBeforeLeaving()).toBe(true);
    await save();
    await toastSays(saved);
    expect(asksBeforeLeaving()).toBe(false);
    expect(await mayLeave()).toBe(true);
  });

  it("is returned if someone else has signed in since, who can't send it", async () => {
    const { stored } = await show();
    document.documentElement.dataset.member = other.memberId;
    await userEvent.type(field("Last Name"), "-Reed");
    await save();
    await screen.findByRole("heading", { name: "Your session has ended" });
    screen.getByText(/Someone else is signed in on this browser/);
    await userEvent.click(screen.getByRole("button", { name: "Send it again" }));
    await screen.findByRole("heading", { name: "Your session has ended" });
    expect(document.querySelector("[name=lastName]")).toHaveProperty("value", "Whitfield-Reed");
    expect((await stored())?.lastName).toBe("Whitfield");
  });

  describe("that needs the password", () => {
    async function change() {
      const shown = await show({}, false);
      await userEvent.clear(field("Email"));
      await userEvent.type(field("Email"), "dana@example.com");
      await save();
      await screen.findByRole("heading", { name: "Confirm it's you" });
      return shown;
    }
    const confirm = async (password: string) => {
      await userEvent.type(screen.getByLabelText("Password"), password);
      await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    };

    it("asks for it, and continues", async () => {
      const { stored } = await change();
      await confirm("a wrong one");
      expect(await screen.findByText("Incorrect password")).toBeTruthy();
      expect((await stored())?.email).toBe("d@example.edu");
      await confirm("correct horse");
      await toastSays(saved);
      expect((await stored())?.email).toBe("dana@example.com");
      expect(field("Email")).toHaveProperty("defaultValue", "dana@example.com");
    });
  });
});
