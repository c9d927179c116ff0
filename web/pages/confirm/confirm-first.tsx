import { Button, Link, Text } from "@radix-ui/themes";
import type { Context, MiddlewareHandler } from "hono";
import type { z } from "zod";
import { Confirmation, MailedCode } from "../../../api/contract/account.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import { flash } from "../../flash.ts";
import { confirmWords, developmentCode } from "../../toasts/messages.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CodeField, PasswordField } from "../../ui/fields/account-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccountPage } from "../account-page.tsx";
import { readSent, type Sent, setStatus } from "../form.ts";

/** Names of the question's fields; no other field of the site has them. */
const fields = { password: "confirmedBy", code: "confirmedByCode", asksForCode: "confirmsByCode" };

/**
 * Step-up authentication of forms: one that needs proof first is answered with a question for the password or a
 * mailed code. The question carries the form's fields, and posts them on once the answer is right.
 */
export function confirmFirst(
  { product, config }: Pick<SiteDeps, "product" | "config">,
): MiddlewareHandler<PageEnv> {
  const { codeByMail, security } = product;

  /** Confirms with what the form has. @throws {Problem} If that is wrong. */
  async function confirm(c: Context<PageEnv>, memberId: string, form: FormData): Promise<void> {
    const [password, code] = [form.get(fields.password), form.get(fields.code)];
    const given = typeof code === "string"
      ? parse(MailedCode, { code })
      : typeof password === "string"
      ? parse(Confirmation, { password })
      : undefined;
    if (given === undefined) return;
    const origin = c.get("origin");
    const session = await security.confirm(memberId, given, origin, c.req.raw.signal);
    if ("code" in given) c.get("keepChallenge")(undefined);
    c.set("origin", { ...origin, session });
  }

  async function ask(c: Context<PageEnv>, viewer: MemberRecord, error?: unknown) {
    const problem = error === undefined ? undefined : toProblem(error);
    if (error !== undefined && problem === undefined) throw error;
    if (problem === undefined) c.status(403);
    else setStatus(c, problem);
    const form = await c.req.formData();
    const hasPassword = await security.hasPassword(viewer.memberId);
    const asksForCode = form.has(fields.asksForCode);
    const isByCode = !hasPassword || asksForCode || form.has(fields.code);
    // Of someone without a password, the first question mails it.
    const isWaiting = await security.expectsCode(viewer.memberId, c.get("origin"));
    if (asksForCode || !hasPassword && !isWaiting) {
      const { challenge, devCode } = await codeByMail.askAgain(viewer, c.get("origin"));
      c.get("keepChallenge")(challenge);
      if (devCode !== undefined) flash(c, developmentCode(devCode));
    }
    const page = (
      <ConfirmPage
        action={c.req.path}
        sent={await readSent(c, Object.values(fields))}
        by={isByCode ? "code" : "password"}
        isMailed={await codeByMail.isPossible()}
        supportEmail={config.supportEmail}
        error={problem?.message}
      />
    );
    return await c.render(page, { title: "Confirm", isSecret: true });
  }

  return async (c, next) => {
    const viewer = c.get("viewer");
    if (viewer === undefined || c.req.method !== "POST") return await next();
    const form = await c.req.formData();
    if (form.has(fields.asksForCode)) return await ask(c, viewer);
    try {
      await confirm(c, viewer.memberId, form);
    } catch (error) {
      return await ask(c, viewer, error);
    }
    await next();
    if (c.error === undefined || !toProblem(c.error)?.details.confirm) return;
    c.res = await ask(c, viewer);
  };
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Problem(400, Object.values(fieldMessages(parsed.error))[0] ?? "");
}

interface ConfirmPageProps {
  /** Address that the original form was posted to. */
  readonly action: string;
  readonly sent: Sent;
  readonly by: "password" | "code";
  readonly isMailed: boolean;
  readonly supportEmail: string;
  readonly error: string | undefined;
}

/** Asks for the password or a mailed code before a form is accepted. */
function ConfirmPage({ action, sent, by, isMailed, supportEmail, error }: ConfirmPageProps) {
  const askForCode = (
    <Button
      type="submit"
      name={fields.asksForCode}
      value="yes"
      data-pending="Sending..."
      className="wide"
      size="3"
      variant="outline"
    >
      {by === "code" ? confirmWords.askForAnother : confirmWords.askForCode}
    </Button>
  );
  return (
    <AccountPage
      title={confirmWords.question}
      titleId="confirm-title"
      lead={by === "code" ? isMailed && confirmWords.meaningOfCode : confirmWords.meaning}
    >
      {by === "code" && !isMailed && (
        <Notice tone="warning" title="No code was sent">
          <Text as="p">
            This site can't send email yet. Write to{" "}
            <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
          </Text>
        </Notice>
      )}
      <form className="account-form stack gap-4" method="post" action={action} noValidate>
        {sent.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {by === "code"
          ? <CodeField id="confirm-code" name={fields.code} error={error} />
          : <PasswordField id="confirm-password" name={fields.password} error={error} />}
        <Button type="submit" data-pending="Confirming..." className="wide" size="3">
          {confirmWords.action}
        </Button>
        {isMailed && by === "password" && askForCode}
        <ButtonLink href={paths.profile()} className="wide" variant="outline">
          Cancel
        </ButtonLink>
      </form>
      {isMailed && by === "code" && (
        <form method="post" action={action} noValidate>
          {sent.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          {askForCode}
        </form>
      )}
    </AccountPage>
  );
}
