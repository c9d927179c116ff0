import type { AccessTokens } from "../../drivers/sign-in.ts";

export interface ReplySettings {
  /** In lower case. */
  readonly address: string;
  /** Whether mail to `reply+anything@…` arrives at `reply@…`. */
  readonly usesPlus: boolean;
  /** Server whose `Authentication-Results` are trusted, in lower case; `first` if it has no name. */
  readonly trustedAuthservId: string | undefined;
  readonly imap?: ImapServer | undefined;
  /** Secret in the path that mails are posted to. */
  readonly hookSecret?: string | undefined;
}

export interface ImapServer {
  readonly host: string;
  readonly port: number;
  readonly tls: "always" | "required" | "never";
  readonly folder: string;
  readonly user: string;
  readonly login: { readonly password: string } | { readonly tokens: AccessTokens };
  /** Named by staff. Must not be this machine. */
  readonly isTyped?: boolean;
}
