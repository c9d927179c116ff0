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

/** What may need staff, whatever they look at. */
interface CurrentState {
  readonly mail: MailNews;
  readonly backups: BackupState;
}

const CurrentStateContext = createContext<CurrentState | undefined>(undefined);

/** State of mail, on pages of staff. */
export function useCurrentMail(): MailNews | undefined {
  return use(CurrentStateContext)?.mail;
}

/** Gives every page of staff the state of mail and backups when it is rendered. */
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

/** Notices above a page of staff, but for those that the page itself is about. */
export function CurrentNotices({ current }: { readonly current: string }) {
  const state = use(CurrentStateContext);
  if (state === undefined) return null;
  const { mail, backups } = state;
  // It says all of them where they belong.
  if (current === pagePaths.handover()) return null;
  return (
    <>
      {current !== pagePaths.programMail() && <MailNotice mail={mail} />}
      {current !== pagePaths.setup() && <BackupNotice backups={backups} />}
      {current === paths.program() && !backups.secret.isKept && <SecretNotice />}
    </>
  );
}
