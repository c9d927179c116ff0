import { Hono } from "hono";
import { hasProvedEnough } from "../../../api/auth/confirmed.ts";
import type { Origin } from "../../../api/auth/origin.ts";
import type { Connection, ConnectionLists } from "../../../api/contract/connections.ts";
import type { Product } from "../../../api/product.ts";
import { classOf, commissionOf } from "../../../events/commissioning/commissioning.ts";
import { needsLastingAddress } from "../../../events/members/addresses.ts";
import { isAdmitted, isStaff } from "../../../events/program/admission.ts";
import { logoAt } from "../../config.ts";
import type { Member, MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { takeAddress } from "../return-to.ts";
import { waitingPage } from "../waiting/view.tsx";
import { askStateOf } from "../mentoring/ask-state.tsx";
import { leadOf } from "./lead.ts";
import { mostHelpful } from "../own-profile/missing.ts";
import { classText } from "../../islands/profile/display.ts";
import { toProblem } from "../../../api/http/problems.ts";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { type HomeOfRole, HomePage } from "./view.tsx";

export function homeRoutes(deps: SiteDeps) {
  const { product, config } = deps;
  return new Hono<MemberEnv>()
    .get(paths.home(), async (c) => {
      const member = c.get("member");
      const wanted = takeAddress(c, member);
      if (wanted !== undefined) return c.redirect(wanted, 303);
      const { memberId, profile } = member;
      if (!isAdmitted(member)) {
        return c.render(await waitingPage(member, deps), { title: "Home" });
      }
      const lists = await product.conversations.list(memberId);
      const props = {
        programName: config.programName,
        logo: logoAt(config),
        hasProfile: profile !== null,
        remindsToShow: member.wantsShowReminder && profile?.isVisible !== true,
        waiting: lists.waiting,
        byRole: await homeOfRole(product, member, lists, c.var.origin),
        announcement: product.settings.announcement(),
        commissioningDate: product.commissioning.askedDate(member),
        unconfirmed: await unconfirmedAddress(product, member),
        isOfferedPasskey: isOfferedPasskey(product, c.var),
        refusedAddress: await product.mail.isRefused(member) ? member.email : undefined,
        needsLastingAddress: product.commissioning.needsAddress(member) &&
          (commissionOf(member) !== undefined || needsLastingAddress(
            { ...member, classYear: classOf(member) },
            config.now(),
          )),
      };
      return c.render(<HomePage {...props} />, { title: "Home", waiting: lists.waiting.length });
    })
    .get(pagePaths.showReminder(), (c) => c.redirect(paths.home(), 302))
    .post(pagePaths.showReminder(), async (c) => {
      await product.profiles.dismissShowReminder(c.var.member.memberId, c.var.origin);
      return c.redirect(paths.home(), 303);
    });
}

/** Whether to offer a passkey: after a sign-in by code, until the member answers. */
function isOfferedPasskey({ passkeys }: Product, { member, origin }: MemberEnv["Variables"]) {
  const { code, passkey } = origin.session?.proofs ?? {};
  return passkeys.arePossible && member.emailVerified && member.wantsPasskeyOffer &&
    code !== undefined && passkey === undefined;
}

async function homeOfRole(
  product: Product,
  member: Member,
  lists: ConnectionLists,
  origin: Origin,
): Promise<HomeOfRole> {
  const { home, conversations, profiles, questions, counts: waiting, mail, backups, uncovered } =
    product;
  const { memberId, profile, role } = member;
  switch (role) {
    case "cadet":
      return {
        role,
        open: lists.open.filter(({ asker }) => asker),
        // The page works without suggestions.
        suggestions: await home.suggestions(member, lists, origin).catch(() => ({
          people: [],
          questions: [],
          canAskAnyone: true,
        })),
      };
    case "alumni": {
      const topics = profile?.helpTopics ?? [];
      const [toAnswer, settings, helped, askers, mailState, isRefused] = await Promise.all([
        questions.toAnswer(memberId),
        conversations.settings(memberId),
        home.helped(memberId),
        topics.length === 0 ? undefined : home.askersOf(topics),
        mail.state(),
        mail.isRefused(member),
      ]);
      const asks = askStateOf(member, settings);
      const remindsToShow = member.wantsShowReminder;
      const situation = { waiting: lists.waiting, answered: helped.people, asks, remindsToShow };
      const lead = leadOf(situation);
      const classOf = "connection" in lead
        ? await classShown(profiles, member, lead.connection)
        : undefined;
      const isMailed = mailState.is !== "not-set-up" && member.emailVerified && !isRefused;
      const shown = { asks, remindsToShow, isMailed, helpful: mostHelpful(member) };
      return { role, toAnswer, mentoring: { lead, classOf, helped, askers, ...shown } };
    }
    case "cadre": {
      if (!isStaff(member)) return { role, staff: null };
      if (!hasProvedEnough(origin.session)) return { role, staff: "unproved" };
      const [counts, week, mailState, backupState, missing] = await Promise.all([
        waiting(memberId),
        home.week(),
        mail.state(),
        backups.state(),
        // The page works without them.
        uncovered.recent(),
      ]);
      const setup = await home.setup(member, mailState);
      const states = { mail: mailState, backups: backupState };
      return { role, staff: { setup, counts, week, ...states, uncovered: missing } };
    }
  }
}

/** The other member's class, if their profile shows it. */
async function classShown(
  profiles: Pick<Product["profiles"], "preview">,
  viewer: Member,
  { with: other }: Connection,
): Promise<string | undefined> {
  if (other === null) return undefined;
  try {
    const profile = await profiles.preview(viewer, other.id);
    return profile.classYear ? classText(profile) : undefined;
  } catch (error) {
    // The profile is hidden from the viewer, or doesn't exist.
    if (toProblem(error) === undefined) throw error;
    return undefined;
  }
}
