// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { answerCalls } from "../../testing/calls.ts";
import { dana, directoryAnswer, showDirectory } from "../../testing/directory.tsx";

describe("the pages of a directory", () => {
  it("loads more in place, by a link", async () => {
    const sam = dana && { ...dana, userId: "sam", user: { ...dana.user, firstName: "Sam" } };
    answerCalls({
      "GET /api/directory?role=alumni&page=2": [
        200,
        directoryAnswer({ profiles: sam ? [sam] : [], page: 2 }),
      ],
    });
    showDirectory();
    const more = screen.getByRole("link", { name: "Load more" });
    expect(more.getAttribute("href")).toBe("/alumni?page=2");
    await userEvent.click(more);
    await screen.findByRole("heading", { name: "Sam Whitfield" });
    expect(screen.getByRole("heading", { name: "Dana Whitfield" })).toBeTruthy();
    expect(location.search).toBe("?page=2");
    expect(screen.getByText("Showing 1–30 of 30")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Load more" })).toBeNull();
  });
});
