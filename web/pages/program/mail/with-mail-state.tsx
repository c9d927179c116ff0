import { createMiddleware } from "hono/factory";
import type { MailState } from "../../../../api/mail/setup/mail-state.ts";
import type { Product } from "../../../../api/product.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { CurrentMail } from "./notice.tsx";

/** Gives every page of staff the state of mail when it is rendered. */
export function withMailState(mail: Pick<Product["mail"], "state">) {
  return createMiddleware<MemberEnv>(async (c, next) => {
    const { render } = c;
    c.render = async (content, options) => {
      const state: MailState = await mail.state();
      const isPart = typeof content === "object" && content !== null && "html" in content;
      return await render(
        isPart ? content : <CurrentMail value={state}>{content}</CurrentMail>,
        options,
      );
    };
    await next();
  });
}
