import { expect } from "vitest";
import { password, send, sessionIn } from "./calls.ts";
import type { RunningProduct } from "./process.ts";

const username = "stan";

/** Registers a product's first staff member, with the link that its start printed. */
export async function signUpStaff(product: RunningProduct) {
  const link = /\/first-staff\?token=([\w-]+)/;
  await expect.poll(() => product.written()).toMatch(link);
  const [, token = ""] = link.exec(product.written()) ?? [];
  const names = { firstName: "Stan", lastName: "Doe", username, email: "stan@example.com" };
  const body = { token, ...names, password };
  const answer = await send(product, "POST", "/first-staff", { body });
  expect(answer.status).toBe(303);
  return staffWith(product, sessionIn(answer));
}

/** Signs the same person in, for example after a restore. */
export async function signInStaff(product: RunningProduct) {
  const answer = await send(product, "POST", "/api/login", { body: { username, password } });
  expect(answer.status).toBe(200);
  return staffWith(product, sessionIn(answer));
}

function staffWith(product: RunningProduct, cookie: string) {
  return {
    /** Posts a form of staff's pages. */
    async post(path: string, body: Readonly<Record<string, string>> | FormData) {
      const { status } = await send(product, "POST", path, { cookie, body });
      expect(status).toBe(303);
    },
    page: async (path: string) => await (await send(product, "GET", path, { cookie })).text(),
  };
}
