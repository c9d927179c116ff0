// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { hydrateIsland } from "../../testing/hydrate.tsx";
import { Connect } from "./connect.tsx";
import { contactWays } from "../profile/contact.ts";

const props = {
  name: "Dana Whitfield",
  contactId: "contact",
  ways: contactWays({
    primaryEmail: "dana@example.com",
    secondaryEmail: "dana@army.example",
    phoneNumber: "817 555 0100",
    linkedinUrl: "https://www.linkedin.com/in/dana",
  }),
};

describe("the connect button", () => {
  it("opens the ways that this member shares", async () => {
    hydrateIsland(Connect, props);
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
    const dialog = await screen.findByRole("dialog", { name: "Connect with Dana Whitfield" });
    const links = within(dialog).getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "mailto:dana@example.com",
      "mailto:dana@army.example",
      "tel:8175550100",
      "https://www.linkedin.com/in/dana",
    ]);
  });

  it("opens by the space bar, closes by Escape and gives the focus back", async () => {
    hydrateIsland(Connect, props);
    const button = screen.getByRole("button", { name: "Connect" });
    button.focus();
    await userEvent.keyboard(" ");
    await screen.findByRole("dialog");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});
