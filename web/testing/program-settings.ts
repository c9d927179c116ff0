import { someProfile, type TestAppOptions } from "../../api/testing/app.ts";
import { confirmAddress } from "../../api/testing/connected.ts";
import { realSiteForTest } from "./real-site.ts";

/** Staff with the page of settings, and people whom they concern. */
export async function programSettings(options: TestAppOptions = {}) {
  const site = await realSiteForTest({ cadreCode: "code", ...options });
  const { testApp, read, send } = site;
  const stan = await testApp.member({ role: "cadre", cadreCode: "code", firstName: "Stan" });
  const page = async (at = "/program/settings") => (await read(at, stan.session())).html;
  const set = async (form: Readonly<Record<string, string>>) => {
    const answer = await send("/program/settings", form, stan.session());
    if (answer.status !== 303) throw new Error(`Not set: ${answer.status} ${answer.html}`);
    await testApp.settled();
  };
  const person = async (firstName: string, role: string, helpTopics?: readonly string[]) => {
    const who = await testApp.member({ firstName, role });
    await confirmAddress(testApp, who.memberId);
    if (helpTopics !== undefined) {
      const answer = await who.post("/api/profile", { ...someProfile, helpTopics });
      if (answer.status !== 201) throw new Error(await answer.text());
    }
    return who;
  };
  return { ...site, stan, page, set, person };
}

/** What people read: without marks, with a space for each, and without what scripts are told. */
export const textOf = (html: string) =>
  html.replaceAll(/<script[^]*?<\/script>/g, "").replaceAll(/<[^>]+>/g, " ").replaceAll(
    /\s+/g,
    " ",
  );
