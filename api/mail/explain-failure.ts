/** What is wrong with the mail server, by the code of a failure; and what to do about it. */
export function explainFailure(code: string): { readonly why: string; readonly todo: string } {
  const found = causes.find(({ codes }) => codes.test(code));
  return found ?? {
    why: `The mail server didn't take the message (${code}).`,
    todo: "Check the address and the port in SMTP_URL.",
  };
}

const causes = [
  {
    codes: /EAUTH|53\d/,
    why: "The mail server didn't accept the user name or the password.",
    todo: "Check the user in SMTP_URL, and SMTP_PASSWORD.",
  },
  {
    codes: /EDNS|ENOTFOUND/,
    why: "The mail server's name wasn't found.",
    todo: "Check the name of the server in SMTP_URL.",
  },
  {
    codes: /ETLS|CERT/,
    why: "The mail server has no secure connection that we can trust.",
    todo: "Check that its certificate matches its name, and that it supports TLS.",
  },
  {
    codes: /ESOCKET|ECONN|ETIMEDOUT/,
    why: "The mail server can't be reached.",
    todo: "Check the address and the port in SMTP_URL, and that no firewall is in between.",
  },
  {
    codes: /5\d\d/,
    why: "The mail server refused mail from us.",
    todo: "Check that MAIL_FROM is an address that this server may send from.",
  },
] as const;
