import { createMiddleware } from "hono/factory";
import { createContext, use } from "react";
import type { Product } from "../../../../api/product.ts";
import type { MailNews } from "../../../../api/program/mail/mail-setup.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { Callout } from "../../../ui/callout.tsx";
import { dayText, mailNotice } from "./words.ts";

/** State of mail, for every page of staff. */
export const CurrentMail = createContext<MailNews | undefined>(undefined);

/** Gives every page of staff the state of mail when it is rendered. */
export function withMailState(mail: Pick<Product["mail"], "state">) {
  return createMiddleware<MemberEnv>(async (c, next) => {
    const { render } = c;
    c.render = async (content, options) => {
      const isPart = typeof content === "object" && content !== null && "html" in content;
      if (isPart) return await render(content, options);
      const page = <CurrentMail value={await mail.state()}>{content}</CurrentMail>;
      return await render(page, options);
    };
    await next();
  });
}

/** Lines for staff: while no mail goes out, and for a week after mail was set up. */
export function MailNotice({ mail }: { readonly mail: MailNews }) {
  const text = mailNotice(mail);
  const { changed } = mail;
  return (
    <>
      {text !== undefined && (
        <Callout tone="warning">
          <p>
            {text}{" "}
            <a href={pagePaths.programMail()}>
              {mail.is === "not-set-up" ? "Set up mail" : "See what to do"}
            </a>
          </p>
        </Callout>
      )}
      {changed !== undefined && (
        <Callout>
          <p>
            {changed.by} set up which mail server sends all emails, on {dayText(changed.at)}.{" "}
            <a href={pagePaths.programMail()}>See the mail settings</a>
          </p>
        </Callout>
      )}
    </>
  );
}

export function CurrentMailNotice() {
  const mail = use(CurrentMail);
  return mail === undefined ? null : <MailNotice mail={mail} />;
}
