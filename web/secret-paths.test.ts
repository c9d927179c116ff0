import { expect, it } from "vitest";
import { createRemoveOwnLinks, tokenPaths } from "../api/mail/templates/own-links.ts";
import { pagePaths, paths } from "./paths.ts";

const origin = "https://alumni.example.edu";
const token = "Vd2-x0hQ9m_Ab3kLzT7yRw4uCe8nGfJp1sIo5iKqXHM";

it("every URL that can contain a token is removed from members' messages", () => {
  const remove = createRemoveOwnLinks(origin);
  const secret = Object.values({ ...paths, ...pagePaths }).flatMap((path) => {
    const asArgument = (path as (token?: string) => string)(token);
    const asQuery = `${(path as () => string)().split(/[?#]/)[0]}?token=${token}`;
    return [asArgument, asQuery];
  }).filter((path) => /^\/(?!undefined)/.test(path) && path.includes(token));
  expect(secret).toEqual(expect.arrayContaining([
    pagePaths.mailedLink(token),
    ...tokenPaths.map((path) => `${path}?token=${token}`),
  ]));
  const texts = secret.map((path) => remove(`See ${origin}${path} now`).text);
  texts.push(remove(`See ${origin}${paths.code("12345678")} now`).text);
  expect(new Set(texts)).toEqual(new Set(["See [link removed] now"]));
});
