import { createMiddleware } from "hono/factory";
import { createContext, use } from "react";
import type { BackupState } from "../../../api/backup/backups.ts";
import type { MailNews } from "../../../api/features/program/mail/mail-setup.ts";
import type { Product } from "../../../api/product.ts";
import type { MemberEnv } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { SecretNotice } from "./secret/notice.tsx";
import { BackupNotice } from "./backups/notice.tsx";
import { MailNotice } from "./mail/notice.tsx";

/** State that may need staff's attention on any page. */
interface CurrentState {
  readonly mail: MailNews;
  readonly backups: BackupState;
}

const CurrentStateContext = createContext<CurrentState | undefined>(undefined);

/** The state of mail, on staff pages. */
export function useCurrentMail(): MailNews | undefined {
  return use(CurrentStateContext)?.mail;
}

/** Provides the state of mail and backups to every staff page. */
export function withNotices(
  { mail, backups }: {
    readonly mail: Pick<Product["mail"], "state">;
    readonly backups: Pick<Product["backups"], "state">;
  },
) {
  return createMiddleware<MemberEnv>(async (c, next) => {
    const { render } = c;
    c.render = async (content, options) => {
      const isPart = typeof content === "object" && content !== null && "html" in content;
      if (isPart) return await render(content, options);
      const state = {
        mail: await mail.state(),
        backups: await backups.state(),
      };
      return await render(
        <CurrentStateContext value={state}>{content}</CurrentStateContext>,
        options,
      );
    };
    await next();
  });
}

/** Notices above a staff page, except those that the page itself is about. */
export function CurrentNotices({ current }: { readonly current: string }) {
  const state = use(CurrentStateContext);
  if (state === undefined) return null;
  const { mail, backups } = state;
  // This page shows all of them itself.
  if (current === pagePaths.handover()) return null;
  return (
    <>
      {current !== pagePaths.programMail() && <MailNotice mail={mail} />}
      {current !== pagePaths.setup() && <BackupNotice backups={backups} />}
      {current === paths.program() && !backups.secret.isKept && <SecretNotice />}
    </>
  );
}
