import { Button, Link, Text } from "@radix-ui/themes";
import type { Context, MiddlewareHandler } from "hono";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Confirmation, MailedCode } from "../../../api/contract/account.ts";
import { PasskeyAnswer, readPasskey } from "../../../api/contract/passkey.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { requireEnough } from "../../../api/auth/confirmed.ts";
import type { MissingProof } from "../../../api/features/accounts/security.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import { flash } from "../../flash.ts";
import { confirmWords, developmentCode } from "../../toasts/messages.ts";
import type { MemberEnv, PageEnv, SiteDeps } from "../../page-env.ts";
import { PasskeyButton } from "../../forms/passkey-button.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CodeField, PasswordField } from "../../ui/fields/account-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccountPage } from "../account-page.tsx";
import { readSent, type Sent, setStatus } from "../form.ts";

/** Names of the question's fields; no other field of the site has them. */
const fields = {
  password: "confirmedBy",
  code: "confirmedByCode",
  passkey: "confirmedByPasskey",
  asksForCode: "confirmsByCode",
};
/** Field of a question shown in place of a page, which opens once it is answered. */
const pageField = "confirmsForPage";

/**
 * Step-up authentication of forms. A form that needs proof is answered with a question for the
 * password or a mailed code. The question carries the form's fields, and posts them once the proof
 * is right.
 */
export function confirmFirst(
  { product, config }: Pick<SiteDeps, "product" | "config">,
): MiddlewareHandler<PageEnv> {
  const { codeByMail, passkeys, security } = product;

  /** Confirms with the form's proof. @throws {Problem} If it is wrong. */
  async function confirm(c: Context<PageEnv>, memberId: string, form: FormData): Promise<void> {
    const [password, code] = [form.get(fields.password), form.get(fields.code)];
    const passkey = form.get(fields.passkey);
    // Empty unless the passkey's button was pressed.
    const given = typeof passkey === "string" && passkey !== ""
      ? { passkey: readPasskey(PasskeyAnswer, passkey) }
      : typeof code === "string"
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
    if (problem === undefined || problem.details.confirm) c.status(403);
    else setStatus(c, problem);
    const isPage = c.req.method !== "POST";
    const form = isPage ? new FormData() : await c.req.formData();
    const hasPassword = await security.hasPassword(viewer.memberId);
    const asksForCode = form.has(fields.asksForCode);
    const isByCode = !hasPassword || asksForCode || form.has(fields.code);
    const { isSecond, confirm } = problem?.details ?? {};
    const missing = isSecond
      ? await security.missingProof(viewer.memberId, c.get("origin"))
      : isByCode
      ? "code"
      : "password";
    const hasPasskey = passkeys.arePossible && (await passkeys.list(viewer.memberId)).length > 0;
    // Opening a page sends no mail. The question mails a code only if there is no other proof.
    let isWaiting = await security.expectsCode(viewer.memberId, c.get("origin"));
    const hasOther = hasPassword || hasPasskey;
    if (asksForCode || !isPage && !isWaiting && !hasOther && missing === "code") {
      const { challenge, devCode } = await codeByMail.askAgain(viewer, c.get("origin"));
      c.get("keepChallenge")(challenge);
      if (devCode !== undefined) flash(c, developmentCode(devCode));
      isWaiting = true;
    }
    const page = (
      <ConfirmPage
        action={isPage ? c.req.path + new URL(c.req.url).search : c.req.path}
        sent={isPage ? [[pageField, "yes"]] : await readSent(c, Object.values(fields))}
        by={missing}
        isWaiting={isWaiting}
        isSecond={isSecond || form.has(pageField)}
        isMailed={await codeByMail.isPossible()}
        hasPasskey={hasPasskey}
        supportEmail={config.supportEmail}
        error={confirm ? undefined : problem?.message}
      />
    );
    return await c.render(page, { title: "Confirm", isSecret: true });
  }

  return async (c, next) => {
    const viewer = c.get("viewer");
    if (viewer === undefined) return await next();
    const form = c.req.method === "POST" ? await c.req.formData() : undefined;
    if (form?.has(fields.asksForCode)) return await ask(c, viewer);
    try {
      if (form) await confirm(c, viewer.memberId, form);
    } catch (error) {
      return await ask(c, viewer, error);
    }
    await next();
    if (c.error === undefined || !toProblem(c.error)?.details.confirm) return;
    c.res = await ask(c, viewer, c.error);
  };
}

/** Guards staff's pages: staff prove their identity twice if the program requires it. */
export const proveEnough: MiddlewareHandler<MemberEnv> = async (c, next) => {
  requireEnough(c.var.origin.session);
  if (c.req.method !== "POST" || !(await c.req.formData()).has(pageField)) return await next();
  return c.redirect(c.req.path + new URL(c.req.url).search, 303);
};

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Problem(400, Object.values(fieldMessages(parsed.error))[0] ?? "");
}

interface ConfirmPageProps {
  /** Address that the original form was posted to, or of the page. */
  readonly action: string;
  readonly sent: Sent;
  readonly by: MissingProof;
  /** Whether a code was mailed. */
  readonly isWaiting: boolean;
  /** Whether no other proof is accepted. */
  readonly isSecond: boolean;
  readonly isMailed: boolean;
  readonly hasPasskey: boolean;
  readonly supportEmail: string;
  readonly error: string | undefined;
}

/** Asks for the password or a mailed code before a form is accepted or a page is shown. */
function ConfirmPage(props: ConfirmPageProps) {
  const { by, isWaiting, isSecond, isMailed, hasPasskey, supportEmail, error } = props;
  const support = <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>;
  const askForCode = (label: string, variant?: "outline") => (
    <Button
      type="submit"
      name={fields.asksForCode}
      value="yes"
      data-pending="Sending..."
      className="wide"
      size="3"
      variant={variant}
    >
      {label}
    </Button>
  );
  const usePasskey = hasPasskey && (
    <PasskeyButton
      use="confirm"
      name={fields.passkey}
      label="Use a passkey"
      variant="outline"
      isWide
    />
  );
  if (by === "operator-link") {
    return (
      <AccountPage title={confirmWords.question} titleId="confirm-title">
        <Text as="p">
          Staff pages need a password and an emailed code, and you have no password. Ask the person
          who runs this site for a password link, or write to {support}.
        </Text>
        {usePasskey && <QuestionForm {...props}>{usePasskey}</QuestionForm>}
      </AccountPage>
    );
  }
  const isAsked = by === "password" || isWaiting;
  return (
    <AccountPage
      title={confirmWords.question}
      titleId="confirm-title"
      lead={isSecond
        ? by === "code" && isWaiting ? confirmWords.secondCodeMailed : confirmWords.second[by]
        : by === "password"
        ? confirmWords.meaning
        : isMailed && confirmWords.meaningOfCode}
    >
      {by === "code" && !isMailed && (
        <Notice tone="warning" title="No code was sent">
          <Text as="p">This site can't send email yet. Write to {support}.</Text>
        </Notice>
      )}
      <QuestionForm {...props}>
        {by === "password"
          ? <PasswordField id="confirm-password" name={fields.password} error={error} autoFocus />
          : isWaiting && <CodeField id="confirm-code" name={fields.code} error={error} autoFocus />}
        {isAsked && (
          <Button type="submit" data-pending="Confirming..." className="wide" size="3">
            {confirmWords.action}
          </Button>
        )}
        {isMailed && !isAsked && askForCode(confirmWords.askForFirst)}
        {usePasskey}
        {isMailed && by === "password" && !isSecond &&
          askForCode(confirmWords.askForCode, "outline")}
        <ButtonLink href={paths.profile()} className="wide" variant="outline">
          Cancel
        </ButtonLink>
      </QuestionForm>
      {isMailed && by === "code" && isAsked && (
        // In a separate form, so that Enter in the code's field doesn't press it.
        <QuestionForm {...props}>{askForCode(confirmWords.askForAnother, "outline")}</QuestionForm>
      )}
    </AccountPage>
  );
}

function QuestionForm(
  { action, sent, children }: Pick<ConfirmPageProps, "action" | "sent"> & {
    readonly children: ReactNode;
  },
) {
  return (
    <form className="account-form stack gap-4" method="post" action={action} noValidate>
      {sent.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
