import { z } from "zod";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { refusals } from "../../../mail/arriving/arriving-mail.ts";
import { maxMailBytes, readFirst } from "../../../mail/arriving/ways/read-first.ts";
import { type Command, defineCommand } from "../command.ts";
import { flag } from "../options.ts";
import { messageOf, TaskError } from "../task.ts";

/** Exit codes of sysexits.h, for mail servers. */
const exits = { usage: 64, refused: 65, tryAgain: 75 } as const;

const Taken = z.union([
  z.object({ is: z.enum(["posted", "held", "machine", "bounce"]) }),
  z.object({ is: z.literal("refused"), reason: z.enum(refusals) }),
]);

const words = {
  posted: "The answer was posted.",
  held: "The answer waits for its author, who was asked by email.",
  machine: "It was written by a program, and was dropped.",
  bounce: "It reports an email that wasn't delivered, and was noted.",
} as const;

/** For other mistakes than wrong options: the mail server tries again until they are corrected. */
const tryAgain = (message: string) => new TaskError(message, exits.tryAgain);

const definition = defineCommand({
  summary: "take an answer by email from a mail server, on standard input",
  help: `Take an answer by email. For a mail server that pipes mail to a program.

  npm run admin -- receive < mail.eml              end with 65 for a refused email
  npm run admin -- receive --no-bounce < mail.eml  end with 0 for it, too

It hands the email to the running service on this machine, by HOST, PORT and MAIL_HOOK_SECRET. Set
MAIL_REPLY_TO, too.

Exit codes: 0 taken, 64 wrong options, 65 refused, 75 try again. Mail servers know them. With 75,
such as while the service doesn't run, they store the email and try again for days. With 65, they
tell its sender, who may be made up: use --no-bounce on a mail server that others can reach.
Members see refused emails on the site.

With Postfix, in master.cf:

  answers unix - n n - 2 pipe flags=DRh user=alumni directory=/opt/alumni-connect
    argv=/usr/bin/npm run -s admin -- receive --no-bounce

and in main.cf, with recipient_delimiter = +:

  transport_maps = inline:{answers@example.edu=answers:}`,
  options: { "no-bounce": flag },
  async run({ "no-bounce": isQuiet }) {
    const source = await readFirst(Deno.stdin.readable, maxMailBytes);
    if (source.length === 0) {
      throw new TaskError("There is no email on standard input", exits.usage);
    }
    const outcome = await postToService(source).catch((error) => {
      throw error instanceof TaskError ? error : tryAgain(
        messageOf(error) ?? "The service doesn't answer. It is tried again by the mail server.",
      );
    });
    if (outcome.is !== "refused") return words[outcome.is];
    const message = `The email was refused: ${outcome.reason}`;
    if (!isQuiet) throw new TaskError(message, exits.refused);
    return message;
  },
});

export const receive: Command = {
  ...definition,
  run: (args) =>
    definition.run(args).catch((error) => {
      const isUsage = error instanceof TaskError && error.exitCode === 1;
      throw isUsage ? new TaskError(error.message, exits.usage) : error;
    }),
};

async function postToService(source: Uint8Array<ArrayBuffer>) {
  const environment = readEnvironment();
  const secret = environment.replies?.hookSecret;
  if (secret === undefined) throw tryAgain("MAIL_HOOK_SECRET: must be set");
  const answer = await fetch(`${addressOf(environment)}/mail/${secret}`, {
    method: "POST",
    body: source,
    headers: { "Content-Type": "message/rfc822" },
    redirect: "error",
    signal: AbortSignal.timeout(60_000),
  });
  const taken = Taken.safeParse(await answer.json().catch(() => undefined));
  if (answer.ok && taken.success) return taken.data;
  throw tryAgain(
    answer.status === 404
      ? "The service doesn't know MAIL_HOOK_SECRET. Restart it after a change, with the same .env"
      : "The service can't take the email now.",
  );
}

/** The service's address on this machine: it may listen at all of them. */
function addressOf({ host, port }: Environment): string {
  const near = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${near.includes(":") ? `[${near}]` : near}:${port}`;
}
