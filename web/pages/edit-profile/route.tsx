import { type Context, Hono } from "hono";
import { toUser } from "../../../api/contract/user.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { audiencesOf } from "../../../events/contacts/audiences.ts";
import { isNothing, type OpenOffer, openOffer } from "../../../events/invitations/offer.ts";
import {
  byName,
  type FieldName,
  isListField,
  maxLengthOf,
  profileField,
  profileFields,
} from "../../../events/members/profile-fields.ts";
import { checkProfile } from "../../../events/members/profile.ts";
import { flash } from "../../flash.ts";
import { detailsForm, openedField } from "../../forms/account-forms.ts";
import type { FormState } from "../../forms/form-state.ts";
import { keyOf } from "../../hydration/query-client.ts";
import {
  accountChangedElsewhere,
  accountUpdated,
  addressCodeSent,
  pictureRemoved,
  profileChangedElsewhere,
  profileCreated,
  profileUpdated,
} from "../../toasts/messages.ts";
import {
  formValues,
  maxListed,
  openedVersion,
  type ProfileFormValues,
  profileInput,
  readProfileForm,
  withEntryAction,
} from "../../islands/profile-form/form-values.ts";
import type { Member, MemberEnv, SiteDeps } from "../../page-env.ts";
import { calls, pagePaths, paths } from "../../paths.ts";
import { invalidForm, readFields, readForm, refusedForm, runForm } from "../form.ts";
import { accountChanges, readOpened, writeOpened } from "./account-form.tsx";
import { EditProfilePage } from "./view.tsx";

/** A refused form's values, shown in place of the stored ones. */
interface Returned {
  readonly account?: FormState;
  readonly profile?: {
    readonly sent: ProfileFormValues;
    readonly errors: Readonly<Record<string, string>>;
    readonly version?: string;
  };
  readonly failure?: string;
}

/** `/profile/edit`, to which its two forms also post without script. */
export function editProfileRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const year = () => config.now().getUTCFullYear();

  async function show(c: Context<MemberEnv>, returned: Returned = {}) {
    const { member } = c.var;
    const [profile, offers] = await Promise.all([
      product.profiles.own(member.memberId),
      product.offers(member),
    ]);
    const offer = openOffer(member);
    return c.render(
      <EditProfilePage
        member={member}
        brand={config}
        account={{ saved: accountOf(member), form: returned.account }}
        profile={{
          memberId: member.memberId,
          isEdit: profile !== undefined,
          role: member.role,
          program: config.programName,
          year: year(),
          values: profile === undefined ? filledIn(offer, member) : formValues(profile),
          ownTopics: product.settings.topics().own.filter(({ label, isOffered }) =>
            isOffered || profile?.helpTopics.includes(label)
          ),
          version: profile?.version ?? "",
          errors: {},
          ...returned.profile,
          ...(returned.profile && { sent: shownAgain(returned.profile.sent) }),
        }}
        failure={returned.failure}
        listed={{ offer, profile }}
        offers={offers}
      />,
      {
        title: profile ? "Edit Profile" : "Create Your Profile",
        edges: ["section-bar", "profile-form"],
        seeds: [[keyOf(calls.user), toUser(member)]],
      },
    );
  }

  async function saveProfile(c: Context<MemberEnv>) {
    const { member: { memberId, role }, origin } = c.var;
    const form = await c.req.formData();
    const values = readProfileForm(form);
    refuseLongLists(values);
    const version = openedVersion(form);
    const opened = version === undefined ? {} : { version };
    const changed = withEntryAction(values, form);
    if (changed) return show(c, { profile: { sent: changed, errors: {}, ...opened } });

    const check = checkProfile(profileInput(values), {
      role,
      year: year(),
      topics: product.settings.topics(),
    });
    if (!check.ok) {
      c.status(422);
      return show(c, { profile: { sent: values, errors: check.fields, ...opened } });
    }
    try {
      const isNew = version === undefined
        ? await product.profiles.own(memberId) === undefined
        : version === "";
      if (isNew) {
        await product.profiles.create(memberId, values, origin);
        flash(c, profileCreated);
      } else {
        const versions = version === undefined ? undefined : [version];
        await product.profiles.change(memberId, values, origin, versions);
        flash(c, profileUpdated);
      }
    } catch (error) {
      if (error instanceof Problem && error.details.profile) {
        c.status(error.status);
        const profile = { sent: values, errors: {} };
        return show(c, { profile, failure: profileChangedElsewhere });
      }
      const { fields, failure } = refusedForm(c, error, {}, "Error");
      const sent = { sent: values, errors: fields, ...opened };
      return show(c, { profile: sent, failure: failure?.message });
    }
    return c.redirect(paths.profile(), 303);
  }

  async function saveAccount(c: Context<MemberEnv>) {
    const { member, origin } = c.var;
    const { checked, values } = await readForm(c, detailsForm);
    if (!checked.ok) return show(c, { account: invalidForm(c, checked.fields, values) });
    const stored = accountOf(member);
    const opened = readOpened(values[openedField], stored);
    const versions = { opened, typed: checked.value, stored };
    const { changes, conflicts, nextOpened } = accountChanges(versions);
    if (Object.keys(conflicts).length > 0) {
      c.status(409);
      const sent = { ...values, [openedField]: writeOpened(nextOpened) };
      const failure = { title: "Error", message: accountChangedElsewhere };
      return show(c, { account: { values: sent, fields: conflicts, failure } });
    }
    // A confirmed address stays valid until the new one is confirmed.
    const asksForAddress = changes.email !== undefined && member.emailVerified;
    return runForm(c, {
      failed: "Error",
      values,
      show: (account) => show(c, { account }),
      async run() {
        await product.accounts.changeDetails(member.memberId, changes, origin);
        return asksForAddress ? addressCodeSent : accountUpdated;
      },
      next: asksForAddress ? paths.addresses() : paths.editProfile(),
    });
  }

  async function removePicture(c: Context<MemberEnv>) {
    await product.pictures.remove(c.var.member.memberId, c.var.origin);
    flash(c, pictureRemoved);
    return c.redirect(paths.editProfile(), 303);
  }

  async function answerOffer(c: Context<MemberEnv>) {
    const { member: { memberId }, origin } = c.var;
    const { name = "", does } = await readFields(c, ["name", "does"]);
    return runForm(c, {
      failed: "Error",
      show: ({ failure }) => show(c, { failure: failure?.message ?? "" }),
      async run() {
        if (does === "add") await product.listed.add(memberId, name, origin);
        else await product.listed.dismiss(memberId, name, origin);
        return does === "add" ? profileUpdated : { title: "Dismissed" };
      },
      next: paths.editProfile(),
    });
  }

  return new Hono<MemberEnv>()
    .get(paths.editProfile(), (c) => show(c))
    .post(pagePaths.listedDetails(), answerOffer)
    .post(paths.removePicture(), removePicture)
    .post(paths.editProfile(), saveProfile)
    .post(paths.accountDetails(), saveAccount);
}

/** The form of a member without a profile, filled in from the program's list. */
function filledIn(offer: OpenOffer, member: Member): ProfileFormValues {
  const values = formValues(undefined, audiencesOf(member));
  if (isNothing(offer)) return values;
  return { ...values, primaryEmail: member.email, ...offer.fields } as ProfileFormValues;
}

function accountOf({ username, firstName, lastName, email }: Member) {
  return { username, firstName, lastName, email };
}

/** Long enough that a too long text stays too long when it is sent again. */
const maxShown = byName(profileFields, (name) => {
  if (isListField(name)) return maxLengthOf(name) + 20;
  return maxLengthOf(name) + (profileField[name].max === undefined ? 60 : 100);
});

/** @throws {Problem} 413 when a list is longer than the form can show. */
function refuseLongLists(values: ProfileFormValues): void {
  if (Object.values(values).some((value) => Array.isArray(value) && value.length > maxListed)) {
    throw new Problem(413, `A list has more than ${maxListed} entries. Remove some.`);
  }
}

export function shownAgain(values: ProfileFormValues): ProfileFormValues {
  return byName(Object.keys(values) as (keyof ProfileFormValues)[], (name) => {
    const value = values[name];
    if (typeof value === "string") return value.slice(0, maxShown[name as FieldName]);
    if (!Array.isArray(value)) return value;
    return value.map((entry: string) => entry.slice(0, maxShown[name as FieldName]));
  }) as ProfileFormValues;
}
