import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AddressInfo, createServer } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

/** A received mail: its envelope, its parsed parts, and all its bytes. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly parsed: ParsedMail;
  readonly source: string;
  readonly user: string | undefined;
  readonly isSecure: boolean;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Matches the subject of an invitation, with or without the inviter's name. */
export const invitationSubject = / invites you to |^You're invited/;

export interface MailServerOptions {
  /** The port to listen on; a free one by default. */
  readonly port?: number;
  /** Requires a login with this password. */
  readonly password?: string;
  /** Requires an access token instead: this one, or one of those valid now. */
  readonly token?: () => string | readonly string[];
  readonly hasStartTls?: boolean;
  /** The server's certificate; an untrusted one by default. */
  readonly certificate?: Certificate;
  /** Uses TLS from the first byte. */
  readonly isTls?: boolean;
  /** Answers to recipients, by address: code and text. */
  readonly refuses?: Readonly<Record<string, { readonly code: number; readonly text: string }>>;
}

/** A real mail server in this process that delivers nothing. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const {
    port = 0,
    password,
    token,
    hasStartTls = false,
    refuses = {},
    certificate,
    isTls = false,
  } = options;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer(
    {
      ...(password === undefined && token === undefined && { authOptional: true }),
      ...(token && { authMethods: ["XOAUTH2"] }),
      secure: isTls,
      ...certificate,
      ...(!hasStartTls &&
        {
          disabledCommands: password === undefined && token === undefined
            ? ["STARTTLS", "AUTH"]
            : ["STARTTLS"],
        }),
      allowInsecureAuth: true,
      onAuth(login, _session, done) {
        if (
          login.method === "XOAUTH2" && [token?.() ?? []].flat().includes(`${login.accessToken}`)
        ) {
          done(null, { user: login.username });
        } else if (login.method === "XOAUTH2") {
          done(null, { data: { status: "401", schemes: "bearer", scope: "mail" } });
        } else if (login.password === password) done(null, { user: login.username });
        else done(Object.assign(new Error("Wrong password"), { responseCode: 535 }));
      },
      onRcptTo({ address }, _session, done) {
        const refusal = refuses[address];
        done(
          refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }),
        );
      },
      onData(stream, session, done) {
        const chunks: Uint8Array[] = [];
        stream.on("data", (chunk) => chunks.push(chunk));
        stream.on("end", async () => {
          const source = Buffer.concat(chunks).toString("utf8");
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            parsed: await simpleParser(source),
            source,
            user: typeof session.user === "string" ? session.user : undefined,
            isSecure: session.secure,
          });
          done();
        });
      },
    } satisfies SMTPServerOptions,
  );
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for some names. */
export function certificateFor(...names: readonly string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "alumni-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  execFileSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "1", "-subj", "/CN=Test", "-addext", `subjectAltName=DNS:${names.join(",DNS:")}`],
    ...["-keyout", key, "-out", cert],
  ], { stdio: "ignore" });
  const made = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return made;
}

/** The address of a mail's link. */
export function linkIn(text: string | undefined): string {
  return /^https?:\/\/\S+token=\S+$/m.exec(text ?? "")?.[0] ?? "";
}

/** Accepts connections and never answers. */
export async function openSilentServer() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
  };
}
