import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { makeIdentity } from "../../../api/config/identities.ts";
import { appForTest } from "../../../api/testing/app-for-test.ts";
import { backUpApp, stateAfter } from "../../../api/testing/restored.ts";
import { expectAnswer } from "../../testing/expect-answer.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { textOf } from "../../testing/staff-site.ts";

async function given() {
  const before = await appForTest();
  await before.member({ username: "pat" });
  const bytes = new Uint8Array(await readFile(await backUpApp(before)));
  const site = await realSiteForTest();
  const { testApp, read, send } = site;
  const token = await testApp.product.firstStaff.issue() ?? "";
  return {
    ...site,
    token,
    secret: before.secrets.identity,
    page: (with_ = token) => read(`/restore?token=${with_}`),
    /** Sends the form, with the file where browsers put it. */
    sendFile: (secret: string, file = new File([bytes], "alumni.age"), with_ = token) =>
      send("/restore/backup", { token: with_, bytes: "", file, secret }, undefined),
    does: (does: string, with_ = token) => send("/restore", { token: with_, does }, undefined),
    stateFor: async (with_ = token) =>
      await (await send("/restore/state", { token: with_ }, undefined)).html,
  };
}

const noFile = new File([], "");

describe("restoring a backup", () => {
  it("shows an uploaded file's content, and starts only then", async () => {
    const { testApp, does, page, secret, sendFile, stateFor, token } = await given();
    const sent = await sendFile(secret);
    expect([sent.status, sent.location]).toEqual([303, `/restore?token=${token}`]);
    expect(await stateAfter(testApp)).toMatchObject({ is: "checked" });
    const { html } = await page();
    expect(textOf(html)).toMatch(
      /Program Old State ROTC .* People 2 .* Changes after .* are lost\./,
    );
    expect(html).not.toContain(secret);
    expect(JSON.parse(await stateFor())).toEqual({ is: "checked", share: 0 });
    expect((await does("forget")).status).toBe(303);
    expect((await page()).html).toContain("Check this backup");
    await sendFile(secret);
    await stateAfter(testApp);
    expect((await does("start")).status).toBe(303);
    await testApp.replacing;
    expect(JSON.parse(await stateFor()).is).toBe("restoring");
    expect(JSON.stringify(testApp.logged)).not.toContain(token);
    expect(JSON.stringify(testApp.logged)).not.toContain(secret);
  });

  it("reports errors, and doesn't need the file again for another secret", async () => {
    const { testApp, page, secret, sendFile, send, token } = await given();
    expectAnswer(await sendFile("AGE-SECRET-KEY-1QQ"), 422, "are missing. Compare it with");
    expect((await page()).html).toContain("The file that you sent");
    const again = (secret: string) =>
      send("/restore/backup", { token, bytes: "", from: "sent", file: noFile, secret }, undefined);
    const other = await makeIdentity();
    expect((await again(other.identity)).status).toBe(303);
    await stateAfter(testApp);
    const refused = await page();
    expect(refused.html).toContain("This secret doesn&#x27;t open this backup.");
    expect(refused.html).not.toContain(other.identity);
    expect((await again(secret)).status).toBe(303);
    expect(await stateAfter(testApp)).toMatchObject({ is: "checked" });
  });

  it("requires a file, and rejects one that isn't a backup", async () => {
    const { testApp, page, secret, sendFile } = await given();
    expectAnswer(await sendFile(secret, noFile), 422, "Choose a backup.");
    await sendFile(secret, new File(["a letter"], "letter.txt"));
    await stateAfter(testApp);
    expect((await page()).html).toContain("This file isn&#x27;t a backup of Alumni Connect.");
  });

  it("isn't available without the link, or once someone has joined", async () => {
    const { testApp, does, page, secret, sendFile, stateFor, read, token } = await given();
    expect((await read(`/first-staff?token=${token}`)).html).toContain("Restore a backup");
    const answers = async (with_: string) => [
      (await page(with_)).status,
      (await sendFile(secret, undefined, with_)).status,
      (await does("start", with_)).status,
      (await stateFor(with_)).includes(`"is"`),
    ];
    for (const wrong of ["", "guess", `${token}x`]) {
      expect(await answers(wrong)).toEqual([400, 400, 400, false]);
    }
    expect(testApp.product.restore.state()).toEqual({ is: "nothing" });
    await testApp.member();
    expect(await answers(token)).toEqual([400, 400, 400, false]);
    expect((await page()).html).toContain("This directory isn&#x27;t empty");
    expect((await read(`/first-staff?token=${token}`)).html).not.toContain("Restore a backup");
    expect((await read("/restored")).location).toBe("/");
  });
});
