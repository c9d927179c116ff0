import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import { PasskeyAnswer, readPasskey } from "../../../api/contract/passkey.ts";
import { shownTo } from "../../../api/answers/shown-to.ts";
import { askForCodeForm, loginForm, registrationForm } from "../../forms/account-forms.ts";
import type { FormState } from "../../forms/form-state.ts";
import { accountCreated, developmentCode, welcomeBack } from "../../toasts/messages.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { renderPart } from "../../page-part.tsx";
import { pagePaths, paths } from "../../paths.ts";
import { justRegistered, justRegisteredSeconds } from "../check-inbox/route.tsx";
import { invalidForm, readForm, readTexts, runForm, submitForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";
import { removeAddress } from "../return-to.ts";
import type { AccountMode } from "./account-card.tsx";
import { LandingPage, type LandingPageProps } from "./view.tsx";
import { emptyQuery } from "../../../api/contract/directory.ts";
import type { Directory } from "../../../api/features/directory/directory.ts";

export function landingRoutes({ product, answers, config }: SiteDeps) {
  const peopleCount = new PeopleCount(product.directory, config.now);
  const show = async (c: Context<PageEnv>, mode: AccountMode, sent?: FormState) => {
    const { programName, cadreCodeRequired } = config;
    const props: LandingPageProps = {
      ...{ programName, cadreCodeRequired, mode },
      hasPasskeys: product.passkeys.arePossible,
      people: await peopleCount.read(),
      isByInvitation: config.admission.by === "invited",
    };
    const make = async () => {
      const needsFirstStaff = await product.firstStaff.isNeeded();
      return renderPart(<LandingPage {...props} needsFirstStaff={needsFirstStaff} sent={sent} />);
    };
    const key = { shown: shownTo(c.get("viewer")), address: `landing ${JSON.stringify(props)}` };
    const options = mode === "register" ? { title: "Create Account" } : {};
    // A submitted form is private, so it is never cached.
    return c.render(sent === undefined ? await answers.read(key, make) : await make(), options);
  };

  return new Hono<PageEnv>()
    .get(paths.home(), (c, next) => {
      // A member's own Home has the same address.
      if (c.get("viewer") !== undefined) return next();
      return show(c, c.req.query("mode") === "register" ? "register" : "login");
    })
    .get(paths.login(), (c) => c.redirect(paths.home(), 302))
    .get(paths.registration(), (c) => c.redirect(paths.register(), 302))
    .post(paths.login(), forSignedOut, (c) =>
      submitForm(c, {
        form: loginForm,
        failed: "Login failed",
        show: (sent) => show(c, "login", sent),
        async run(login) {
          const { origin, signIn } = c.var;
          await signIn(await product.login.login(login, origin, c.req.raw.signal));
          return welcomeBack;
        },
      }))
    .get(pagePaths.passkeyLogin(), (c) => c.redirect(paths.home(), 302))
    .post(pagePaths.passkeyLogin(), forSignedOut, async (c) => {
      const { passkey = "" } = await readTexts(c, ["passkey"]);
      return await runForm(c, {
        failed: "Login failed",
        show: (sent) => show(c, "login", sent),
        async run() {
          const { origin, signIn } = c.var;
          const answer = readPasskey(PasskeyAnswer, passkey);
          await signIn(await product.login.byPasskey(answer, origin));
          return welcomeBack;
        },
      });
    })
    .post(paths.code(), forSignedOut, async (c) => {
      const { checked, values, texts } = await readForm(c, askForCodeForm);
      // The page for a forgotten password has the address in its own field.
      const name = texts.username ?? texts.email ?? "";
      const asked = checked.ok ? checked : askForCodeForm.check({ username: name });
      if (!asked.ok) return show(c, "login", invalidForm(c, asked.fields, values));
      return runForm(c, {
        failed: "No code sent",
        values,
        show: (sent) => show(c, "login", sent),
        async run() {
          const { origin, keepChallenge } = c.var;
          const { challenge, devCode } = await product.codeByMail.ask(asked.value, origin);
          keepChallenge(challenge);
          return devCode === undefined ? undefined : developmentCode(devCode);
        },
        next: paths.code(),
      });
    })
    .post(paths.registration(), forSignedOut, (c) =>
      submitForm(c, {
        form: registrationForm,
        failed: "Registration failed",
        show: (sent) => show(c, "register", sent),
        async run(registration) {
          const { origin, signIn } = c.var;
          await signIn(await product.registration.register(registration, origin, c.req.raw.signal));
          const maxAge = justRegisteredSeconds;
          setCookie(c, justRegistered, "1", { path: "/", sameSite: "Lax", maxAge });
          return accountCreated(config.programName);
        },
      }))
    .post(paths.logout(), async (c) => {
      await c.var.signOut();
      removeAddress(c);
      return c.redirect(paths.home(), 303);
    });
}

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** Smaller counts are hidden, since they would identify a small program. */
const fewest = 50;

/**
 * The number of people in the directory, for visitors who are not signed in: in tens, and
 * `undefined` below fifty or when it can't be counted. It is counted once a week, so that it
 * doesn't change when one member joins, hides or leaves.
 */
export class PeopleCount {
  private counted:
    | { readonly week: number; readonly count: Promise<number | undefined> }
    | undefined;

  constructor(
    private readonly directory: Pick<Directory, "count">,
    private readonly now: () => Date,
  ) {}

  async read(): Promise<number | undefined> {
    const week = Math.floor(this.now().getTime() / weekMs);
    if (this.counted?.week !== week) this.counted = { week, count: this.count() };
    // The page is shown without the count, and the next visit counts again.
    return await this.counted.count.catch(() => this.counted = undefined);
  }

  private async count(): Promise<number | undefined> {
    const { total } = await this.directory.count(emptyQuery);
    const tens = Math.floor(total / 10) * 10;
    return tens < fewest ? undefined : tens;
  }
}
