/**
 * A site where staff set up mail in the browser, and the mail server that they name.
 *
 * @module
 */
import type { TestApp } from "../../api/testing/app.ts";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { createFolderMail } from "../../api/mail/drivers/folder.ts";
import {
  certificateFor,
  type MailServerOptions,
  startMailServer,
} from "../../api/testing/mail-server.ts";
import { confirmAddress } from "../../api/testing/connected.ts";
import type { RealSiteOptions } from "./real-site.ts";
import { staffSite } from "./staff-site.ts";

export const path = "/program/mail";
export const formPath = "/program/mail/set-up";
export const name = "mail.example.edu";
export const certificate = certificateFor(name, "smtp.office365.com", "smtp.gmail.com");
export const sender = {
  name: "TCU",
  address: "alumni@example.edu",
  replyTo: "support@example.edu",
};
export const typed = {
  way: "smtp",
  host: name,
  port: "587",
  security: "starttls",
  user: "alumni",
  mailPassword: "a mail password",
  fromAddress: "alumni@example.edu",
  fromName: "",
};

export async function serverForTest(options: MailServerOptions = {}) {
  const server = await startMailServer({
    password: typed.mailPassword,
    hasStartTls: true,
    certificate,
    ...options,
  });
  onTestFinished(() => server.close());
  const subjects = () =>
    server.received.map(({ to, parsed }) => [to.join(), parsed.subject] as const);
  return {
    ...server,
    subjects,
    tests: () =>
      subjects().flatMap(([to, subject]) => subject?.startsWith("Test email") ? [to] : []),
    reach: async () => ({ address: "127.0.0.1", port: server.port, ca: certificate.cert }),
  };
}

/** @param first Name of its staff; another one for each node. */
export async function siteForMail(options: RealSiteOptions = {}, first = "Stan") {
  const folder = createFolderMail({ folder: await temporaryFolder(), sender });
  const site = await staffSite({ mail: folder, ...options }, first);
  const { testApp, stan, post } = site;
  await confirmAddress(testApp, stan.memberId);
  return {
    ...site,
    staff: async (name: string) => {
      const member = await site.staff(name);
      await confirmAddress(testApp, member.memberId);
      return member;
    },
    sendDue: testApp.sendMail,
    save: (changes: Partial<typeof typed> = {}) => post(formPath, { ...typed, ...changes }),
    page: (at = path, who = stan) => site.page(at, who),
  };
}

export const answersPath = "/program/mail/answers";
export const mailHook = {
  way: "hook",
  address: "reply@example.edu",
  usesPlus: "true",
  authservId: "mx",
};
/** The path to which mail is posted. */
export const hookIn = (html: string) =>
  /value="http:[^"]*:8000(\/mail\/[0-9a-f]{64}[^"]*)"/.exec(html)![1]!;
/** Label of the button shown while answers are on. */
export const turnOff = "Turn off answers by email";
/** A site with sending set up, and staff's actions for answers by email. */
export async function siteForAnswers(options: RealSiteOptions = {}) {
  const server = await serverForTest();
  const site = await siteForMail({ reach: server.reach, ...options });
  const { stan, save, page, post } = site;
  await save();
  const answers = (form: Readonly<Record<string, string>> = mailHook, who = stan) =>
    post(answersPath, form, who);
  const press = (does: string, more = {}) => post(path, { does, ...more });
  const shown = async (at = path, who = stan) =>
    (await page(at, who)).replaceAll("<!-- -->", "").replace(/\s+/g, " ");
  /** Posts an email as a mail service does. */
  const deliver = async (to: string, source: string, at: Pick<typeof site, "request"> = site) => {
    const answer = await at.request(to, { method: "POST", body: source });
    return answer.status === 200 ? await answer.json() : answer.status;
  };
  return { ...site, server, answers, press, shown, deliver };
}

/** All content of the database, as one text. */
export async function storedText({ database }: Pick<TestApp, "database">): Promise<string> {
  const texts: string[] = [];
  const tables = await database.read("SELECT name FROM sqlite_schema WHERE type = 'table'");
  for (const { name } of tables) {
    for (const row of await database.read(`SELECT * FROM "${name}"`)) {
      texts.push(
        ...Object.values(row).map((value) =>
          value instanceof ArrayBuffer ? new TextDecoder("latin1").decode(value) : String(value)
        ),
      );
    }
  }
  return texts.join("\n");
}
