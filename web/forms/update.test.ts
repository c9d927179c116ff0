// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { update } from "./update.ts";

const page = (items: string, actions: string) => `
  <div id="part">
    <section id="outer" data-piece="" data-version="">
      <ol id="list" data-piece="list">${items}</ol>
    </section>
    <div id="actions" data-piece="" data-version="${actions.length}">${actions}</div>
  </div>`;
const items = (...ids: string[]) => ids.map((id) => `<li id="${id}">${id}</li>`).join("");
const field = (id: string) => `<form><textarea id="${id}"></textarea></form>`;
const shown = () => [...document.querySelectorAll("li")].map(({ id }) => id);
const typed = () => document.querySelector("textarea")!;

function updateWith(html: string, sent?: HTMLFormElement) {
  update(
    document.getElementById("part")!,
    new DOMParser().parseFromString(html, "text/html"),
    sent,
  );
}

beforeEach(() => {
  document.body.innerHTML = page(items("b", "c"), field("text"));
  typed().value = "A draft";
});

it("adds what is new to a list, and leaves the rest as it is", () => {
  const [first] = document.querySelectorAll("li");
  const before = typed();
  updateWith(page(items("c", "d", "e"), field("text")));
  expect(shown()).toEqual(["b", "c", "d", "e"]);
  expect(document.querySelectorAll("[data-is-new]").length).toBe(2);
  expect([document.querySelector("li"), typed()]).toEqual([first, before]);
  expect(typed().value).toBe("A draft");
});

it("replaces a list that has nothing in common with the next", () => {
  updateWith(page(items("x", "y"), field("text")));
  expect(shown()).toEqual(["x", "y"]);
});

it("moves what was typed to the same field of another form, or shows it where there is none", () => {
  updateWith(page(items("b", "c"), `<h2>Write</h2>${field("text")}`));
  expect(typed().value).toBe("A draft");
  updateWith(page(items("b", "c"), "<p>Closed</p>"));
  expect(document.getElementById("actions")!.textContent).toContain("You wrote:A draft");
});

it("empties the form that was sent", () => {
  updateWith(page(items("b", "c", "d"), field("text")), document.querySelector("form")!);
  expect([shown(), typed().value]).toEqual([["b", "c", "d"], ""]);
});
