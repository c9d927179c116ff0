import { Link, Text } from "@radix-ui/themes";
import { lasting } from "../../../events/amounts.ts";
import { tokenLifetimeMs } from "../../../api/auth/tokens.ts";
import { codeForm } from "../../forms/account-forms.ts";
import { AccountForm } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { CodeField } from "../../ui/fields/account-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccountPage } from "../account-page.tsx";

interface CodePageProps {
  /** Whether this browser asked for a code. */
  readonly isAsker: boolean;
  /** The code from the mailed link. */
  readonly code: string;
  readonly isMailed: boolean;
  readonly supportEmail: string;
  readonly sent: FormState | undefined;
}

export function CodePage({ isAsker, code, isMailed, supportEmail, sent }: CodePageProps) {
  if (!isAsker) return <ElsewherePage code={code} />;
  const mailed =
    "If there's an account with that name or address, we've emailed its owner a code. " +
    `It works for ${lasting(tokenLifetimeMs.code)}.`;
  return (
    <AccountPage
      id="code-page"
      title="Enter Your Code"
      lead={isMailed ? mailed : "This page takes the code from our email."}
    >
      <AccountForm
        id="code"
        action={paths.enterCode()}
        of={codeForm}
        sent={sent}
        submit="Sign in"
        pending="Signing in..."
      >
        {(field) => {
          const given = field("code");
          const value = given.defaultValue ?? (/^\d{8}$/.test(code) ? spaced(code) : undefined);
          return (
            <>
              {!isMailed && (
                <Notice tone="warning" title="No code was sent">
                  <Text as="p">
                    This site can't send email yet. To sign in, write to{" "}
                    <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
                  </Text>
                </Notice>
              )}
              <CodeField
                {...given}
                defaultValue={value}
                autoFocus={value === undefined || given.autoFocus}
              />
            </>
          );
        }}
      </AccountForm>
      <Text as="p" size="2" color="gray" className="account-switch links">
        No email? Look in your spam folder, or{" "}
        <Link href={`${paths.home()}#account`}>ask for another code</Link>
      </Text>
    </AccountPage>
  );
}

/** Shown when the mail is opened in another browser than the one that waits for the code. */
function ElsewherePage({ code }: Pick<CodePageProps, "code">) {
  return (
    <AccountPage
      title="Enter Your Code"
      lead="The code works only where you asked for it. Go back to that page and type it there."
    >
      {/^\d{8}$/.test(code) && <Text as="p" size="7" className="code-digits">{spaced(code)}</Text>}
      <Text as="p">If you didn't ask for it, don't give it to anyone.</Text>
      <Text as="p" size="2" color="gray" className="account-switch links">
        To sign in here,{" "}
        <Link href={`${paths.home()}#account`}>ask for a code on this browser</Link>
      </Text>
    </AccountPage>
  );
}

const spaced = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;
