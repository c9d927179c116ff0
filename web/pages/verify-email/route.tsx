import { Button, Text } from "@radix-ui/themes";
import { tokenLifetimeMs } from "../../../api/auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import { type Context, Hono } from "hono";
import type { MemberRecord } from "../../../events/members/record.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccountPage } from "../account-page.tsx";
import { cut, readFields } from "../form.ts";
import {
  ConfirmEmail,
  type ConfirmEmailProps,
  unconfirmedAddress,
} from "../own-profile/confirm-email.tsx";
import { ActionForm } from "../../forms/action-form.tsx";

type VerifyEmailState =
  | { readonly is: "asking"; readonly token: string }
  | { readonly is: "confirmed" | "invalid" | "sent" }
  /** Another link was not sent; the message says why. */
  | { readonly is: "refused"; readonly message: string };

/** `/verify-email`: for everyone, signed in or not, since a link may be opened anywhere. */
export function verifyEmailRoutes({ product }: SiteDeps) {
  const show = async (c: Context<PageEnv>, state: VerifyEmailState) => {
    const { viewer } = c.var;
    const needsAnother = state.is === "invalid" || state.is === "refused";
    const address = needsAnother && viewer ? await unconfirmedAddress(product, viewer) : undefined;
    return await c.render(<VerifyEmailPage {...{ state, viewer, address }} />, {
      title: "Confirm Email",
      isSecret: true,
    });
  };

  return new Hono<PageEnv>()
    // Opening the link changes nothing, since mail programs open links, too.
    .get(paths.verifyEmail(), (c) => {
      const token = cut(c.req.query("token") ?? "");
      return show(c, token === "" ? { is: "invalid" } : { is: "asking", token });
    })
    .post(paths.verifyEmail(), async (c) => {
      const { token = "" } = await readFields(c, ["token"]);
      try {
        await product.confirmation.verify({ token }, c.var.origin);
      } catch (error) {
        if (toProblem(error)?.status !== 400) throw error;
        c.status(400);
        return show(c, { is: "invalid" });
      }
      return show(c, { is: "confirmed" });
    })
    .get(paths.resendVerification(), (c) => c.redirect(paths.verifyEmail(), 302))
    .post(paths.resendVerification(), async (c) => {
      const { viewer } = c.var;
      if (viewer === undefined) return c.redirect(paths.home(), 303);
      try {
        await product.verification.resend(viewer.memberId);
      } catch (error) {
        const problem = toProblem(error);
        if (problem?.status !== 429) throw error;
        c.status(429);
        c.header("Retry-After", String(problem.retryAfterSeconds ?? ""));
        return show(c, { is: "refused", message: problem.message });
      }
      return show(c, { is: "sent" });
    });
}

interface VerifyEmailPageProps {
  readonly state: VerifyEmailState;
  /** The signed-in member, who may not be the link's owner. */
  readonly viewer: MemberRecord | undefined;
  /** The viewer's address, if it is unconfirmed. */
  readonly address: ConfirmEmailProps | undefined;
}

const words: Readonly<Record<VerifyEmailState["is"], { title: string; lead?: string }>> = {
  asking: { title: "Confirm Your Email", lead: "Confirm that this email address is yours." },
  confirmed: { title: "Email Confirmed", lead: "Thank you. Your email address is confirmed." },
  sent: { title: "Link Sent" },
  invalid: {
    title: "Invalid Confirmation Link",
    lead: `This link doesn't work. Each link works once, for ${
      lasting(tokenLifetimeMs["verify-email"])
    }, and only for your account's current address.`,
  },
  refused: { title: "Confirm Your Email" },
};

function VerifyEmailPage({ state, viewer, address }: VerifyEmailPageProps) {
  const { title, lead } = words[state.is];
  const sent = `We sent another link to ${viewer?.email}. Only the newest one works.`;
  return (
    <AccountPage
      title={title}
      lead={state.is === "sent" ? sent : lead}
      isDone={state.is === "confirmed"}
    >
      {state.is === "asking" && (
        <ActionForm
          className="account-form stack gap-4"
          action={paths.verifyEmail()}
          hidden={{ token: state.token }}
        >
          <Button type="submit" className="wide" size="3">Confirm Email</Button>
        </ActionForm>
      )}
      {state.is === "refused" && (
        <Notice tone="danger" title="Link Not Sent">{state.message}</Notice>
      )}
      {(state.is === "invalid" || state.is === "refused") && (
        <AnotherLink viewer={viewer} address={address} />
      )}
      {(state.is === "confirmed" || state.is === "sent") && <NextPageLink viewer={viewer} />}
    </AccountPage>
  );
}

function NextPageLink({ viewer }: Pick<VerifyEmailPageProps, "viewer">) {
  return (
    <ButtonLink href={paths.home()} className="wide">
      {viewer ? "Go to Home" : "Go to Login"}
    </ButtonLink>
  );
}

function AnotherLink({ viewer, address }: Pick<VerifyEmailPageProps, "viewer" | "address">) {
  if (address?.isMailed === false) return <ConfirmEmail {...address} />;
  if (address !== undefined) {
    return (
      <form className="account-form stack gap-4" method="post" action={paths.resendVerification()}>
        <Button type="submit" className="wide" size="3">Send the link again</Button>
      </form>
    );
  }
  return (
    <>
      <Text as="p" className="account-lead">
        {viewer === undefined
          ? "Log in and open your profile to get another link."
          : `Your address ${viewer.email} is already confirmed. There's nothing left to do.`}
      </Text>
      <NextPageLink viewer={viewer} />
    </>
  );
}
