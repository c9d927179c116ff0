import { createContext, use } from "react";
import type { MailState } from "../../../../api/mail/mail-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Callout } from "../../../ui/callout.tsx";
import { mailNotice } from "./words.ts";

/** Whether mail goes out; known on every page of staff. */
export const CurrentMail = createContext<MailState | undefined>(undefined);

/** A line for staff while no mail goes out; nothing while it does. */
export function MailNotice({ mail }: { readonly mail: MailState }) {
  const text = mailNotice(mail);
  if (text === undefined) return null;
  return (
    <Callout tone="warning">
      <p>
        {text}{" "}
        <a href={pagePaths.programMail()}>
          {mail.is === "not-set-up" ? "Set up mail" : "See what to do"}
        </a>
      </p>
    </Callout>
  );
}

/** The same on a page that knows how mail is. */
export function CurrentMailNotice() {
  const mail = use(CurrentMail);
  return mail === undefined ? null : <MailNotice mail={mail} />;
}
