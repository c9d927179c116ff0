// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NotConfirmed } from "../hydration/calls.ts";
import { sendConfirmed } from "./send-confirmed.ts";

const asks = {
  status: 403,
  body: { message: "Enter your password to continue", confirm: true },
};
const wrong = { status: 400, body: { message: "Incorrect password" } };
const done = { status: 204, body: undefined };

/** Answers calls in turn, and notes what was asked. */
function answerWith(...answers: { readonly status: number; readonly body: unknown }[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${path} ${body ?? ""}`.trim());
    const { status, body: said } = answers.shift()!;
    return new Response(said === undefined ? null : JSON.stringify(said), { status });
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const change = () => sendConfirmed("DELETE", "/api/account");

async function typePassword(password: string) {
  await userEvent.type(await screen.findByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
}

describe("a change that asks for the password", () => {
  it("asks nothing when the password was given lately", async () => {
    const asked = answerWith(done);
    await change();
    expect(asked).toEqual(["DELETE /api/account"]);
  });

  it("is sent again once it was given, and asks again after a wrong one", async () => {
    const asked = answerWith(asks, wrong, done, done);
    const changed = change();
    await typePassword("wrong");
    expect(await screen.findByText("Incorrect password")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("Password"));
    await typePassword("correct horse");
    await changed;
    expect(asked).toEqual([
      "DELETE /api/account",
      'POST /api/confirm {"password":"wrong"}',
      'POST /api/confirm {"password":"correct horse"}',
      "DELETE /api/account",
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is not done when the question is closed", async () => {
    const asked = answerWith(asks);
    const changed = change();
    changed.catch(() => {});
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await expect(changed).rejects.toThrow(NotConfirmed);
    expect(asked).toEqual(["DELETE /api/account"]);
  });
});
