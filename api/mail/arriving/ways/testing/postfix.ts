/**
 * A Postfix of a test's own, on this machine: mail to one address, with or without a sub-address, is piped to a program.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { freePort } from "./dovecot.ts";

const program = "/usr/sbin/postfix";

/** Whether it is there, and may be started; otherwise says that tests are skipped. */
export function hasPostfix(name: string): boolean {
  const why = !existsSync(program)
    ? "Postfix is not installed"
    : userInfo().uid !== 0
    ? "Postfix is started by root alone"
    : undefined;
  if (why !== undefined) console.log(`${name}: skipped, since ${why}`);
  return why === undefined;
}

export type Postfix = Awaited<ReturnType<typeof openPostfix>>;

/** @param command What runs as `nobody`, with the mail on its standard input. */
export async function openPostfix(address: string, command: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "alumni-postfix-"));
  const port = await freePort();
  const [etc, queue, data] = [join(folder, "etc"), join(folder, "queue"), join(folder, "data")];
  for (const path of [etc, queue, data]) await mkdir(path);
  await chmod(folder, 0o755);
  const id = Number(execFileSync("id", ["-u", "postfix"]));
  await chown(data, id, id);
  await writeFile(
    join(etc, "main.cf"),
    `
compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.com
mydestination =
alias_maps =
local_recipient_maps =
smtpd_relay_restrictions = permit_mynetworks, reject
mynetworks = 127.0.0.0/8
recipient_delimiter = +
virtual_mailbox_domains = ${address.split("@")[1]}
virtual_mailbox_maps = inline:{${address}=answers}
virtual_transport = answers
answers_destination_recipient_limit = 1
default_transport = hold
relay_transport = hold
message_size_limit = 30000000
mailbox_size_limit = 0
virtual_mailbox_limit = 0
`,
  );
  await writeFile(
    join(etc, "master.cf"),
    `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
hold unix - - n - - error
answers unix - n n - 2 pipe flags=DRh user=nobody null_sender= argv=${command.join(" ")}
`,
  );
  const run = (...args: string[]) =>
    execFileSync(program, ["-c", etc, ...args], { stdio: "ignore" });
  run("start");
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  return {
    /** Sends a mail by SMTP, as another mail server does. */
    async send(source: Uint8Array, to: string, from = "jane@example.org") {
      await transport.sendMail({ envelope: { from, to }, raw: Buffer.from(source) });
    },
    /** Tries again to hand over what waits. */
    flush: () => void execFileSync("/usr/sbin/postqueue", ["-c", etc, "-f"]),
    /** How many mails wait, those that it wrote itself among them. */
    async waiting() {
      let count = 0;
      for (const part of ["incoming", "active", "deferred", "maildrop"]) {
        const found = await readdir(join(queue, part), { recursive: true, withFileTypes: true })
          .catch(() => []);
        count += found.filter((entry) => entry.isFile()).length;
      }
      return count;
    },
    log: () => Deno.readTextFile(join(folder, "log")),
    async close() {
      transport.close();
      run("stop");
      await delay(100);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
