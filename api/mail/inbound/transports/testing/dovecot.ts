/** A local Dovecot for one test, with mailboxes whose password is `secret`. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import process from "node:process";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { certificateFor } from "../../../../testing/mail-server.ts";
import type { ImapServer } from "../settings.ts";

const program = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"].find((path) => existsSync(path));
const version = program === undefined ? "" : String(execFileSync(program, ["--version"]));

/** Whether a supported version is installed. Otherwise prints that tests are skipped. */
export function hasDovecot(name: string): boolean {
  const isThere = version.startsWith("2.3.");
  if (!isThere) console.log(`${name}: skipped, since Dovecot 2.3 is not installed`);
  return isThere;
}

export type Dovecot = Awaited<ReturnType<typeof openDovecot>>;

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @param settings Further lines of its configuration. */
export async function openDovecot(settings = "") {
  const folder = await mkdtemp(join(tmpdir(), "alumni-dovecot-"));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const { uid, username } = userInfo();
  // Dovecot refuses mailboxes of root.
  const owner = uid === 0 ? "nobody" : username;
  const [ownerId, groupId] = ["-u", "-g"].map((flag) => String(execFileSync("id", [flag, owner])))
    .map((text) => Number(text)) as [number, number];
  const group = String(execFileSync("id", ["-gn", owner])).trim();
  /** Makes folders that Dovecot may write into. */
  async function makeFolders(...names: readonly string[]) {
    for (const name of names) {
      await mkdir(join(folder, name));
      await chown(join(folder, name), ownerId, groupId);
    }
  }

  await makeFolders("mail", "home");
  await chmod(folder, 0o755);
  const { key, cert } = certificateFor("localhost");
  await writeFile(join(folder, "key.pem"), key);
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(
    join(folder, "dovecot.conf"),
    `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
auth_failure_delay = 0
first_valid_uid = 1
default_internal_user = ${owner}
default_internal_group = ${group}
default_login_user = ${owner}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
# Without it, a wrong password delays later logins.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${ownerId} gid=${groupId} home=${folder}/home
}
${settings}
`,
  );
  let child: ReturnType<typeof spawn> | undefined;
  let [mailboxes, delivered] = [0, 0];

  async function stop() {
    if (child === undefined) return;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child.kill();
    await ended;
    // Its processes with open connections stay alive.
    try {
      process.kill(-(child.pid ?? NaN), "SIGKILL");
    } catch {
      // No process is left.
    }
    child = undefined;
  }

  /** Makes an empty mailbox. */
  async function newMailbox() {
    const user = `reply${mailboxes++ || ""}`;
    const mail = join(folder, "mail", user);
    await makeFolders(...["", "/cur", "/new", "/tmp"].map((name) => `mail/${user}${name}`));
    return {
      server: {
        ...{ host: "127.0.0.1", port, tls: "never", folder: "INBOX", user },
        login: { password: "secret" },
      } satisfies ImapServer,
      /** Puts a mail into the mailbox; works without a running server. */
      async deliver(source: Uint8Array) {
        const name = `${Date.now()}.${process.pid}_${++delivered}.test`;
        await writeFile(join(mail, "tmp", name), source);
        await chown(join(mail, "tmp", name), ownerId, groupId);
        await rename(join(mail, "tmp", name), join(mail, "new", name));
      },
      /** Counts the mails in a folder. */
      async count(name: "INBOX" | "Alumni-Connect-failed" = "INBOX") {
        const at = name === "INBOX" ? mail : join(mail, `.${name}`);
        const namesIn = (part: string) => readdir(join(at, part)).catch((): string[] => []);
        // Dovecot can move a mail from "new" to "cur" between the two reads, so one may be listed twice.
        const files = [...await namesIn("new"), ...await namesIn("cur")];
        return new Set(files.map((file) => file.split(":")[0])).size;
      },
      /** Makes the server refuse the folder for failed mails. */
      refuseFolder: () => writeFile(join(mail, ".Alumni-Connect-failed"), ""),
      /** Marks all mails as read, and sets their age. */
      async age(days: number) {
        const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
        for (const name of await readdir(join(mail, "new"))) {
          const path = join(mail, "cur", `${name}:2,S`);
          await rename(join(mail, "new", name), path);
          await utimes(path, then, then);
        }
      },
    };
  }

  return {
    ...await newMailbox(),
    newMailbox,
    /** The port with TLS from the start and an untrusted certificate. */
    tlsPort,
    async start() {
      const args = ["-F", "-c", join(folder, "dovecot.conf")];
      child = spawn(program ?? "", args, { stdio: "ignore", detached: true });
      while (!await answers(port)) await delay(50);
    },
    /** Stops it and keeps its mailboxes. */
    stop,
    /** Stops it and removes everything. */
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const read = await connection.read(new Uint8Array(4));
    connection.close();
    return read !== null;
  } catch {
    return false;
  }
}
