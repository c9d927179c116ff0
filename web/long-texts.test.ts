import { Hono } from "hono";
import { expect, it } from "vitest";
import { checkProfile } from "../events/members/profile.ts";
import { profileFields } from "../events/members/profile-fields.ts";
import { longTexts } from "../events/testing/long-texts.ts";
import { costlierThan } from "../events/testing/processor.ts";
import * as forms from "./forms/account-forms.ts";
import { isFound, matchPieces } from "./islands/directory/searching/matches.tsx";
import { readOpened } from "./pages/edit-profile/account-form.tsx";
import {
  controls,
  openedVersion,
  profileInput,
  readProfileForm,
  withEntryAction,
} from "./islands/profile-form/form-values.ts";
import { shownAgain } from "./pages/edit-profile/route.tsx";
import { readForm } from "./pages/form.ts";
import { backPath } from "./pages/profile/route.tsx";

const mostMs = 50;
const context = { role: "alumni", year: 2026 } as const;

it("half a megabyte of any character costs the profile's form almost nothing", async () => {
  const names = [
    ...profileFields,
    ...Object.values(controls).filter((name) => typeof name === "string"),
  ];
  const tasks = longTexts.flatMap(([name, text]) =>
    [...names, text].map((field) => {
      const form = new FormData();
      form.set(field, text);
      return [`${field.slice(0, 20)}: ${name}`, () => readAndCheck(form)] as const;
    })
  );
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
});

it("it costs other forms no more, in a browser or on the server", async () => {
  const fields = [
    "token",
    "username",
    "newPassword",
    "firstName",
    "lastName",
    "email",
    "role",
  ];
  const all = forms.accountForms;
  const tasks = longTexts.flatMap(([name, text]) =>
    fields.flatMap((field) => {
      const texts = { role: "cadre", [field]: text };
      return all.map(({ name: of, check }) =>
        [`${of} of ${field}: ${name}`, () => check(texts)] as const
      );
    })
  );
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
  const opened = { username: "pat", firstName: "Pat", lastName: "Doe", email: "pat@example.com" };
  const others = longTexts.flatMap(([name, text]) => [
    [`opened: ${name}`, () => readOpened(text, opened)] as const,
    [`came from: ${name}`, () => backPath(`http://example.com/${text}`, "example.com")] as const,
    [`search: ${name}`, () => matchPieces("Fort Worth, TX", text)] as const,
    [
      `text: ${name}`,
      () => isFound(text.slice(0, 200), [text.slice(0, 30)]),
    ] as const,
  ]);
  expect(await costlierThan(mostMs, others)).toEqual([]);
});

it("a form's own fields are read up to their limit, and unknown ones are ignored", async () => {
  const app = new Hono().post("/", async (c) => {
    const { values, texts } = await readForm(c, {
      fields: ["username", "password"],
      hidden: [],
      check: (value) => ({ ok: true, value }),
    });
    return c.json({ values, texts });
  });
  const long = "x".repeat(50_000);
  const body = new URLSearchParams({ username: long, password: long, stranger: long });
  const cut = "x".repeat(1000);
  expect(await (await app.request("/", { method: "POST", body })).json()).toEqual({
    values: { username: cut },
    texts: { username: cut, password: cut },
  });
});

function readAndCheck(form: FormData): void {
  const values = readProfileForm(form);
  withEntryAction(values, form);
  openedVersion(form);
  checkProfile(profileInput(values), context);
  shownAgain(values);
}
