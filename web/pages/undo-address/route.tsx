import { Button, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { toProblem } from "../../../api/http/problems.ts";
import { undoDays } from "../../../events/members/addresses.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { AccountPage } from "../account-page.tsx";
import { cut, readFields } from "../form.ts";

interface UndoAddressProps {
  readonly token: string;
  /** Main address that is restored; `undefined` if the link doesn't work. */
  readonly email: string | undefined;
  readonly supportEmail: string;
}

/** `/undo-address`: for the owner of an account's former address, signed in or not. */
export function undoAddressRoutes({ product, config }: SiteDeps) {
  async function show(c: Context<PageEnv>, token: string) {
    const email = (await product.undoAddress.find(token))?.before.email;
    const page = <UndoAddressPage {...{ token, email, supportEmail: config.supportEmail }} />;
    return c.render(page, { title: "Undo a Change of Address", isSecret: true });
  }

  return new Hono<PageEnv>()
    // Opening the link changes nothing, since mail programs open links, too.
    .get(paths.undoAddress(), (c) => show(c, cut(c.req.query("token") ?? "")))
    .post(paths.undoAddress(), async (c) => {
      const { token = "" } = await readFields(c, ["token"]);
      try {
        const resetToken = await product.undoAddress.undo(token, c.var.origin);
        // A session of this browser has ended, too.
        await c.var.signOut();
        return c.redirect(paths.resetPassword(resetToken), 303);
      } catch (error) {
        if (toProblem(error)?.status !== 400) throw error;
        c.status(400);
        return show(c, "");
      }
    });
}

function UndoAddressPage({ token, email, supportEmail }: UndoAddressProps) {
  if (email === undefined) {
    return (
      <AccountPage
        title="This Change Can't Be Undone"
        lead={`The link works for ${undoDays} days, until the change is undone.`}
      >
        <Text as="p">
          If someone else is using your account, write to {supportEmail} right away.
        </Text>
        <ButtonLink href={paths.home()} className="wide">Go to Login</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Take Your Account Back"
      lead={`This makes ${email} your account's address again and removes addresses that were added since.`}
    >
      <Text as="p">
        It also signs out everyone who uses your account. You'll choose a new password next.
      </Text>
      <ActionForm
        className="account-form stack gap-4"
        action={paths.undoAddress()}
        hidden={{ token }}
      >
        <Button type="submit" className="wide" size="3">Undo the change</Button>
      </ActionForm>
    </AccountPage>
  );
}
