import { type Context, Hono } from "hono";
import { isSameSecret } from "../../../api/auth/secret-token.ts";
import type { Origin } from "../../../api/auth/origin.ts";
import type {
  CommissioningLink,
  OwnCommissioningCommand,
} from "../../../api/features/commissioning/commissioning.ts";
import { Problem } from "../../../api/contract/problem.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { AccountPage } from "../account-page.tsx";
import { AddSecondAddress } from "../addresses/view.tsx";
import { readFields, runForm } from "../form.ts";
import { LinkOwner } from "../mailed-link/view.tsx";
import { CommissioningPage } from "./view.tsx";

const title = "Your Commission";
const fields = ["rank", "armyBranch", "component", "classYear"] as const;

type Texts = Readonly<Record<string, string>>;

/** `/commissioning`: a member's own commission. */
export function commissioningRoutes({ product: { commissioning } }: SiteDeps): Hono<MemberEnv> {
  const show = (c: Context<MemberEnv>, sent?: FormState) => {
    const { member } = c.var;
    const page = (
      <CommissioningPage
        view={commissioning.view(member)}
        action={pagePaths.commissioning()}
        isSignedIn
        sent={sent}
        addAddress={<AddSecondAddress isPossible={member.emailVerified} sent={undefined} />}
      />
    );
    return c.render(page, { title });
  };

  return new Hono<MemberEnv>()
    .get(pagePaths.commissioning(), (c) => show(c))
    .post(pagePaths.commissioning(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const texts = await readFields(c, ["does", ...fields]);
      return await runForm(c, {
        run: () => answer(commissioning, memberId, texts, origin),
        next: pagePaths.commissioning(),
        show: (sent) => show(c, sent),
        values: texts,
      });
    });
}

/**
 * The same page by a mailed link, for its owner, signed in or not. Mail programs and scanners open
 * links, so only forms change anything.
 */
export function mailedCommissioningRoutes({ product: { commissioning } }: SiteDeps) {
  const path = pagePaths.mailedCommissioning();

  function show(
    c: Context<PageEnv>,
    { member, formToken }: CommissioningLink,
    sent?: FormState,
  ) {
    const page = (
      <CommissioningPage
        view={commissioning.view(member)}
        action={pagePaths.mailedCommissioning(c.req.param("token"))}
        formToken={formToken}
        isSignedIn={false}
        sent={sent}
        top={<LinkOwner owner={member} viewer={c.var.viewer} />}
      />
    );
    return c.render(page, { title, isSecret: true });
  }

  const showClosed = (c: Context<PageEnv>) => {
    c.status(404);
    return c.render(<ClosedPage />, { title, isSecret: true });
  };

  return new Hono<PageEnv>()
    .get(path, async (c) => {
      const link = await commissioning.open(c.req.param("token") ?? "");
      return link === undefined ? showClosed(c) : show(c, link);
    })
    .post(path, async (c) => {
      const token = c.req.param("token") ?? "";
      const { formToken = "", ...texts } = await readFields(c, ["formToken", "does", ...fields]);
      const link = await commissioning.open(token);
      if (link === undefined) return showClosed(c);
      if (!isSameSecret(link.formToken, formToken)) {
        c.status(403);
        return c.render(<OpenAgain />, { title, isSecret: true });
      }
      const { ip, requestId } = c.var.origin;
      const { memberId } = link.member;
      return await runForm(c, {
        run: () => answer(commissioning, memberId, texts, { ip, requestId }),
        next: pagePaths.mailedCommissioning(token),
        show: (sent) => show(c, link, sent),
        values: texts,
      });
    });
}

const done: Readonly<Record<string, string>> = {
  confirm: "Commission confirmed. Congratulations!",
  undo: "Confirmation undone",
  "not-this-year": "We won't ask you again about this class",
  "not-at-all": "We won't ask you again",
};

async function answer(
  commissioning: SiteDeps["product"]["commissioning"],
  memberId: string,
  texts: Texts,
  origin: Origin,
): Promise<string | undefined> {
  await commissioning.execute(memberId, commandOf(texts), origin);
  return done[texts.does ?? ""];
}

/** @throws {Problem} 400 */
function commandOf({ does, ...texts }: Texts): OwnCommissioningCommand {
  switch (does) {
    case "confirm": {
      const { rank = "", armyBranch = "", component = "", classYear = "" } = texts;
      return {
        type: "ConfirmCommission",
        rank,
        armyBranch,
        component,
        classYear: classYear.trim(),
      };
    }
    case "undo":
      return { type: "UndoCommission" };
    case "not-this-year":
    case "not-at-all":
      return { type: "PutOffCommission", isForGood: does === "not-at-all" };
    default:
      throw new Problem(400, "Choose what to do");
  }
}

function ClosedPage() {
  return (
    <AccountPage
      title="This Link Doesn't Work"
      lead="It may be too old, or you changed your email address or password since. You can still confirm after you sign in."
    >
      <ButtonLink href={pagePaths.commissioning()} className="wide">
        Go to your commission
      </ButtonLink>
    </AccountPage>
  );
}

function OpenAgain() {
  return (
    <AccountPage
      title="Open the Link Again"
      lead={"We couldn't tell that this form came from the page of your link, so nothing was changed. " +
        "Open the link in your email again."}
    />
  );
}
