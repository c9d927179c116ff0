import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { fetchJson, logOut, open } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests();

/** A phone's own authenticator, whose owner always confirms. */
async function giveAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether its owner is recognized. */
    recognize: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    count: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** Logs out. The next page may belong to the member who is signed in again. */
async function leave(page: Page): Promise<void> {
  await page.getByLabel(/^My Account/).click();
  await page.getByText("Log Out").click();
}

/** The code mailed to an address. */
async function codeTo(address: string): Promise<string> {
  const codes = async () =>
    (await stage.mailsTo(address)).flatMap(({ text = "" }) => /\d{4} \d{4}/.exec(text)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length).toBe(1);
  return (await codes())[0] ?? "";
}

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

describeInBrowser("passkeys", () => {
  // Browsers have no passkeys at a network address.
  beforeAll(() => stage.restart({ HOST: "localhost" }));

  it("are added, sign in, confirm, and are removed", async () => {
    const { page, username } = await stage.member({ ...phone, ...examined, isConfirmed: true });
    const complaints = complaintsOf(page);
    const authenticator = await giveAuthenticator(page);
    await stage.passAnHour();
    await open(page, "/profile/security");
    await page.getByRole("button", { name: "Add a Passkey" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByLabel("Name").fill("My phone");
    await expectFine(page);
    await page.getByRole("button", { name: "Add a Passkey" }).click();
    await says(page, "Passkey added");
    await page.getByRole("heading", { name: /My phone/ }).waitFor();
    expect(await authenticator.count()).toBe(1);
    await stage.mailedLink(`${username}@example.edu`, "passkey was added");
    await page.getByRole("button", { name: "Add a Passkey" }).click();
    await says(page, "This device has a passkey already");

    // Browsers offer a passkey in the field for a username; this owner always accepts.
    await leave(page);
    await says(page, "Welcome back!");
    expect(await fetchJson(page, "/api/user")).toMatchObject({ username });

    await stage.passAnHour();
    await open(page, "/profile/security");
    await page.getByText("Rename").click();
    await page.getByLabel("New name for My phone").fill("Old phone");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove: Old phone" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await says(page, "Passkey removed");
    // The phone still has the passkey. Its owner would accept again after each refusal.
    await page.addInitScript(() => {
      if (location.pathname !== "/login/passkey") return;
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await leave(page);
    await says(page, "That passkey doesn't work here");
    expect(complaints.filter((complaint) => !/4\d\d/.test(complaint))).toEqual([]);
  });

  it("sign in with a button, and another way works if their owner isn't recognized", async () => {
    const { page, username } = await stage.member({ isConfirmed: true });
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    const authenticator = await giveAuthenticator(page);
    await open(page, "/profile/security");
    await page.getByRole("button", { name: "Add a Passkey" }).click();
    await says(page, "Passkey added");
    await logOut(page);
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await expectFine(page);
    await authenticator.recognize(false);
    await button.click();
    await page.getByLabel("Username or email").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await says(page, "Welcome back!");
    await logOut(page);
    await authenticator.recognize(true);
    await button.click();
    await says(page, "Welcome back!");
    expect(await fetchJson(page, "/api/user")).toMatchObject({ username });
  });

  it("are offered after a sign-in by code, and never again once dismissed", async () => {
    const { page, username } = await stage.member({ ...phone, ...examined, isConfirmed: true });
    await open(page, "/");
    expect(await page.getByText("Sign in faster next time").count()).toBe(0);
    await logOut(page);
    await page.getByLabel("Username or email").fill(username);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.getByRole("textbox", { name: "Code" }).fill(await codeTo(`${username}@example.edu`));
    await page.getByRole("button", { name: "Sign in" }).click();
    await says(page, "Sign in faster next time");
    await expectFine(page);
    await page.getByRole("button", { name: "No, Thanks" }).click();
    await expect.poll(() => page.getByText("Sign in faster next time").count()).toBe(0);
    await open(page, "/");
    expect(await page.getByText("Sign in faster next time").count()).toBe(0);
  });

  it("are requested once their script is loaded, if the button was pressed before", async () => {
    const { page, username } = await stage.member({ isConfirmed: true });
    await giveAuthenticator(page);
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await open(page, "/profile/security");
    await page.getByRole("button", { name: "Add a Passkey" }).click();
    await says(page, "Passkey added");
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/passkeys-[^/]*\.js/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await logOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    arrived.resolve();
    await says(page, "Welcome back!");
    expect(await fetchJson(page, "/api/user")).toMatchObject({ username });
  });

  it("aren't shown without script, nor in a browser without passkeys", async () => {
    for (const options of [{ javaScriptEnabled: false }, {}]) {
      const page = await stage.page(options);
      await page.addInitScript(() => {
        Reflect.deleteProperty(globalThis, "PublicKeyCredential");
      });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await open(page, "/");
      expect(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(
        false,
      );
      expect(asked.filter((url) => url.includes("passkey"))).toEqual([]);
    }
  });
});
