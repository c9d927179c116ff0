// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { directoryAnswer, showDirectory } from "../../testing/directory.tsx";
import { goTo } from "../../hydration/navigation.ts";

vi.mock("../../hydration/navigation.ts", () => ({ goTo: vi.fn() }));

describe("a directory without an answer", () => {
  it("says if the profiles can't be fetched, and retries", async () => {
    answerCalls({});
    showDirectory();
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("Failed to fetch profiles");
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [200, directoryAnswer({ total: 2 })],
    });
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("2 alumni found");
  });

  it("retries automatically when the connection is back", async () => {
    const call = "GET /api/directory?armyBranches=Armor&role=alumni";
    answerCalls({});
    showDirectory();
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText("Failed to fetch profiles");
    const calls = answerCalls({ [call]: [200, directoryAnswer({ total: 2 })] });
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
    await screen.findByText("2 alumni found");
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([call]);
  });

  it("says if a member has reached the limit", async () => {
    const message = "You've viewed too many profiles. Try again in an hour.";
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [429, { message }],
    });
    showDirectory();
    await userEvent.click(screen.getByLabelText("Armor"));
    await screen.findByText(`Showing the previous results. ${message}`);
  });

  it("reloads the page if the session has ended", async () => {
    answerCalls({
      "GET /api/directory?armyBranches=Armor&role=alumni": [401, { message: "Not authenticated" }],
    });
    showDirectory();
    await userEvent.click(screen.getByLabelText("Armor"));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/alumni?armyBranches=Armor"));
  });

  it("aborts an outdated query", async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    showDirectory();
    await userEvent.click(screen.getByLabelText("Armor"));
    await userEvent.click(screen.getByLabelText("Infantry"));
    await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]));
  });
});
