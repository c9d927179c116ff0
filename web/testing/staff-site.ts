import { someone, someProfile } from "../../api/testing/app.ts";
import { confirmAddress } from "../../api/testing/connected.ts";
import { realSiteForTest, type RealSiteOptions } from "./real-site.ts";

type Form = Readonly<Record<string, string | File>>;

/**
 * Pages over the real product with Stan, who is staff, and his requests. Another staff member on a
 * second node.
 */
export async function staffSite(options: RealSiteOptions = {}, first = "Stan") {
  const site = await realSiteForTest({ cadreCode: "code", ...options });
  const { testApp, read, send } = site;
  /** A member with staff access, which they got with the code. */
  const staff = (firstName: string, more: Readonly<Record<string, string>> = {}) => {
    const username = firstName.toLowerCase();
    const who = { firstName, username, email: `${username}@example.com`, ...more };
    return testApp.member({ role: "cadre", cadreCode: "code", ...who });
  };
  const stan = await staff(first);
  const page = async (at = "/program/settings", who = stan) => (await read(at, who.session())).html;
  const post = (at: string, form: Form, who = stan) => send(at, form, who.session());
  /** Saves a form of the settings. */
  const set = async (form: Readonly<Record<string, string>>) => {
    const answer = await post("/program/settings", form);
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
  /** Signs Stan in again, since sessions expire after days. */
  const signIn = () => stan.post("/api/login", { username: "stan", password: someone.password });
  return { ...site, staff, stan, page, post, set, person, signIn };
}

/** A page's text: without markup, with a space for each tag, and without data for scripts. */
export const textOf = (html: string) =>
  html.replaceAll(/<script[^]*?<\/script>/g, "").replaceAll(/<[^>]+>/g, " ").replaceAll(
    /\s+/g,
    " ",
  );
