import { Button } from "@radix-ui/themes";
import type { Context, MiddlewareHandler } from "hono";
import { Confirmation } from "../../../api/contract/account.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { toProblem } from "../../../api/http/problems.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import { confirmWords } from "../../toasts/messages.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PasswordField } from "../../ui/fields/account-fields.tsx";
import { AccountPage } from "../account-page.tsx";
import { readSent, type Sent, setStatus } from "../form.ts";

/** Name of the password's field; no other field of the site has this name. */
const confirmField = "confirmedBy";

/**
 * Step-up authentication of forms: one that needs the password first is answered with a
 * question for it. The question carries the form's fields, and posts them on once the password is right.
 */
export function confirmFirst({ product }: Pick<SiteDeps, "product">): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const viewer = c.get("viewer");
    if (viewer === undefined || c.req.method !== "POST") return await next();
    const origin = c.get("origin");
    const password = (await c.req.formData()).get(confirmField);
    if (typeof password === "string") {
      try {
        const checked = Confirmation.safeParse({ password });
        if (!checked.success) throw new Problem(400, fieldMessages(checked.error).password ?? "");
        const session = await product.security.confirm(viewer.memberId, checked.data, origin);
        c.set("origin", { ...origin, session });
      } catch (error) {
        return await ask(c, error);
      }
    }
    await next();
    if (c.error === undefined || !toProblem(c.error)?.details.confirm) return;
    c.res = await ask(c);
  };
}

async function ask(c: Context<PageEnv>, error?: unknown) {
  const problem = error === undefined ? undefined : toProblem(error);
  if (error !== undefined && problem === undefined) throw error;
  if (problem === undefined) c.status(403);
  else setStatus(c, problem);
  const sent = await readSent(c, confirmField);
  return await c.render(
    <ConfirmPage action={c.req.path} sent={sent} error={problem?.message} />,
    { title: "Confirm", isSecret: true },
  );
}

interface ConfirmPageProps {
  /** Address that the original form was posted to. */
  readonly action: string;
  readonly sent: Sent;
  readonly error: string | undefined;
}

/** Asks for the password before a form is accepted. */
function ConfirmPage({ action, sent, error }: ConfirmPageProps) {
  return (
    <AccountPage
      title={confirmWords.question}
      titleId="confirm-title"
      lead={confirmWords.meaning}
    >
      <form className="account-form stack gap-4" method="post" action={action} noValidate>
        {sent.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <PasswordField id="confirm-password" name={confirmField} error={error} />
        <Button type="submit" data-pending="Confirming..." className="wide" size="3">
          {confirmWords.action}
        </Button>
        <ButtonLink href={paths.profile()} className="wide" variant="outline">
          Cancel
        </ButtonLink>
      </form>
    </AccountPage>
  );
}
