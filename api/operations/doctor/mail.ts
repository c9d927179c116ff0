import { isLoopback } from "../../config/loopback.ts";
import { trySmtp } from "../../mail/smtp.ts";
import { about, type Check, type Finding } from "./finding.ts";

const { ok, warn, fail } = about("mail");
const lateMs = 15 * 60 * 1000;

/** Whether the mail server takes us in, and mail goes out. */
export const checkMail: Check = async ({ environment: { smtp, appOrigin }, opened, now }) => {
  const findings: Finding[] = [];
  if (smtp !== undefined) {
    const problem = await trySmtp(smtp);
    findings.push(
      problem === undefined
        ? ok(`${smtp.host}:${smtp.port} takes mail from us${smtp.login ? ", signed in" : ""}`)
        : fail(
          `${smtp.host}:${smtp.port} does not take mail from us (${problem})`,
          todoFor(problem),
        ),
    );
  } else if (appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname)) {
    findings.push(fail(
      "SMTP_URL is not set: mail is written to a folder, and nobody can choose a new password",
      "set SMTP_URL and MAIL_FROM",
    ));
  } else {
    findings.push(ok("mail is written to DATA_DIR/outbox, since SMTP_URL is not set"));
  }
  if (opened === undefined) return findings;
  const { count, oldestAtMs = Infinity } = await opened.log.outbox.waiting();
  const [tried] = await opened.databases.events.read(
    "SELECT count(*) AS failed FROM outbox WHERE attempts > 1 AND created_at_ms < ?",
    [now().getTime() - lateMs],
  );
  const failed = Number(tried?.failed ?? 0);
  const minutes = Math.max(0, Math.floor((now().getTime() - oldestAtMs) / 60_000));
  if (count === 0) return [...findings, ok("no mail waits")];
  const what = `${count} mails wait, the oldest for ${minutes} minutes`;
  return [
    ...findings,
    failed > 0
      ? warn(`${what}; ${failed} were tried and did not go out`, "the service's log says why")
      : ok(what),
  ];
};

function todoFor(problem: string): string {
  if (/EAUTH|535/.test(problem)) return "check the user in SMTP_URL, and SMTP_PASSWORD";
  if (/EDNS|ENOTFOUND/.test(problem)) return "check the name of the server in SMTP_URL";
  if (/ETLS|CERT/.test(problem)) return "its certificate does not fit its name, or it has no TLS";
  return "check the address and the port in SMTP_URL, and that no firewall is between";
}
