import { Button, Heading, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { FailureToast } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import type { Toast } from "../../toasts/toast.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ToastOnArrival } from "../../toasts/toast-on-arrival.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccountPage } from "../account-page.tsx";
import { readTexts, runForm } from "../form.ts";

interface Deletion {
  readonly question: string;
  readonly meaning: string;
  readonly action: string;
  readonly done: Toast;
  readonly failed: string;
  readonly path: string;
  readonly next: string;
}

const ofProfile: Deletion = {
  question: "Delete Profile?",
  meaning: "This removes your profile from the directory. You can create a new one at any time.",
  action: "Delete Profile",
  done: {
    title: "Profile deleted",
    description: "Your profile has been removed from the directory.",
  },
  failed: "Failed to delete profile",
  path: paths.deleteProfile(),
  next: paths.profile(),
};

const ofAccount: Deletion = {
  question: "Delete Account?",
  meaning: "This permanently deletes your account and everything in it. You can't undo this.",
  action: "Delete Account",
  done: {
    title: "Account deleted",
    description: "Your account has been permanently deleted.",
  },
  failed: "Failed to delete account",
  path: paths.deleteAccount(),
  next: paths.home(),
};

const lastStaffWarning =
  "You're the only staff member. Without you, no one can approve or invite people, or read reports. " +
  "Give someone else staff access first. If you delete your account anyway, the person who runs the " +
  "server gets a link for a new staff account the next time the service starts.";

export function deleteRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();

  function addDeletion(
    deletion: Deletion,
    run: (c: Context<MemberEnv>) => Promise<void | Response>,
  ) {
    const { path, next, failed, done } = deletion;
    const leavesNoStaff = async ({ var: { member } }: Context<MemberEnv>) =>
      deletion === ofAccount && await product.program.isLastStaff(member.memberId);
    const ask = async (c: Context<MemberEnv>, failure?: FormState["failure"]) => {
      const isLastStaff = await leavesNoStaff(c);
      const page = <DeletePage {...{ ...deletion, isLastStaff, failure }} />;
      return c.render(page, { title: deletion.question });
    };
    routes.get(path, (c) => ask(c));
    routes.post(path, async (c) => {
      const { isWarned } = await readTexts(c, ["isWarned"]);
      // The other staff may have left since the question was asked.
      if (isWarned === undefined && await leavesNoStaff(c)) {
        c.status(409);
        return ask(c);
      }
      return runForm(c, {
        failed,
        next,
        show: ({ failure }) => ask(c, failure),
        run: async () => {
          return await run(c) ?? done;
        },
      });
    });
  }

  addDeletion(ofProfile, (c) => product.profiles.remove(c.var.member.memberId, c.var.origin));
  addDeletion(ofAccount, async (c) => {
    await product.deleteAccount(c.var.member.memberId, c.var.origin);
    await c.var.signOut({ isDeleted: true });
    c.set("viewer", undefined);
    return await c.render(<AccountDeletedPage />, {
      title: ofAccount.done.title,
      refresh: { seconds: readSeconds, to: ofAccount.next },
    });
  });
  return routes;
}

/** How long the page is shown after an account was deleted. */
const readSeconds = 1;

function AccountDeletedPage() {
  const { title, description } = ofAccount.done;
  return (
    <AccountPage title={title} lead={description} isDone>
      <ButtonLink href={ofAccount.next} className="wide">Go to Login Now</ButtonLink>
      <ToastOnArrival toast={ofAccount.done} />
    </AccountPage>
  );
}

interface DeletePageProps extends Deletion {
  /** Whether the viewer is the program's only staff member, and deletes their account. */
  readonly isLastStaff: boolean;
  readonly failure: FormState["failure"];
}

/** Asks before a deletion. Script opens this page as a dialog over the previous one. */
function DeletePage({ isLastStaff, failure, ...deletion }: DeletePageProps) {
  return (
    <div className="shell-column message" data-question="alertdialog">
      <Heading as="h1" size="8">{deletion.question}</Heading>
      <Text as="p">{deletion.meaning}</Text>
      {isLastStaff && (
        <Notice tone="warning" title="The directory will have no staff">
          {lastStaffWarning}
        </Notice>
      )}
      <FailureToast failure={failure} />
      <form
        className="message-actions row gap-3"
        method="post"
        action={deletion.path}
        data-drops-drafts=""
      >
        {isLastStaff && <input type="hidden" name="isWarned" value="yes" />}
        <ButtonLink href={pagePaths.privacy()} data-cancels="" variant="outline">
          Cancel
        </ButtonLink>
        <Button type="submit" data-pending="Deleting..." size="3" color="red">
          {deletion.action}
        </Button>
      </form>
    </div>
  );
}
