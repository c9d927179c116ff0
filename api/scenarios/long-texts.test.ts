import { expect, it } from "vitest";
import { longTexts } from "../../events/testing/long-texts.ts";
import { costlierThan } from "../../events/testing/processor.ts";
import { facetGroups } from "../../search/facets.ts";
import * as account from "../contract/account.ts";
import { parseDirectoryQuery, readDirectoryQuery } from "../contract/directory.ts";
import { SavePicture } from "../contract/profile-picture.ts";
import { ProfileChange } from "../contract/profile.ts";
import { createClientAddress } from "../http/middleware/client-address.ts";

const mostMs = 50;

it("half a megabyte of any character hardly slows down a call's schema", async () => {
  const schemas = { ...account, SavePicture, ProfileChange };
  const tasks = longTexts.flatMap(([name, text]) =>
    Object.entries(schemas).flatMap(([of, schema]) =>
      [...Object.keys(schema.shape), text].map((field) =>
        [`${of} with ${name}`, () => schema.safeParse({ [field]: text })] as const
      )
    )
  );
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
});

it("it hardly slows down a directory query", async () => {
  const tasks = longTexts.flatMap(([name, text]) =>
    ["search", ...facetGroups, "role", "sort", "page", text].flatMap((field) => {
      const [once, often] = [[text], text.match(/[^]{1,2000}/g) ?? []].map((values) =>
        new URLSearchParams(values.map((value) => [field, value]))
      );
      const shown = field === text ? "a name" : field;
      return [once, often].flatMap((params) => [
        [`${shown}: ${name}`, () => parseDirectoryQuery(params ?? new URLSearchParams())] as const,
        [
          `${shown} in a link: ${name}`,
          () => readDirectoryQuery(params ?? new URLSearchParams()),
        ] as const,
      ]);
    })
  );
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
});

it("a long forwarding header hardly slows down a request", async () => {
  const clientAddress = createClientAddress(["10.0.0.0/8"]);
  const tasks = longTexts.map(([name, text]) =>
    [name, () => clientAddress("10.0.0.1", text)] as const
  );
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
});
