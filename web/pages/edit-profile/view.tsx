import { Heading, Link, Text } from "@radix-ui/themes";
import { waitsFor } from "../../../api/features/accounts/policies/admission.ts";
import type { OpenOffer } from "../../../events/invitations/offer.ts";
import type { Profile } from "../../../events/members/profile.ts";
import type { Offers } from "../../../api/features/directory/offers.ts";
import type { Brand } from "../../config.ts";
import { Island } from "../../islands/island.tsx";
import { fullName, initials } from "../../islands/profile/display.ts";
import { Picture } from "../../islands/picture/picture.tsx";
import { ProfileForm, type ProfileFormProps } from "../../islands/profile-form/profile-form.tsx";
import { fieldId, sectionId } from "../../islands/profile-form/words.ts";
import type { Member } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { FailureToast } from "../../forms/form-failure.tsx";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { AccountDetailsForm, type AccountDetailsProps } from "./account-form.tsx";
import { Offer } from "./offered-details.tsx";
import {
  type FieldName,
  formSections,
  labelOf,
  profileField,
} from "../../../events/members/profile-fields.ts";
import type { FormOwner } from "../../../events/members/profile-field.ts";
import { CompletionLists } from "../completion-lists.tsx";
import { PageHead } from "../page-head.tsx";

interface EditProfilePageProps {
  readonly member: Member;
  readonly brand: Pick<Brand, "programName">;
  readonly account: AccountDetailsProps;
  readonly profile: ProfileFormProps;
  /** Why the profile was not saved, when its form was sent without script. */
  readonly failure?: string | undefined;
  /** Details from the program's list that the profile doesn't have. */
  readonly listed: { readonly offer: OpenOffer; readonly profile: Profile | undefined };
  readonly offers: Offers;
}

export function EditProfilePage(props: EditProfilePageProps) {
  const { member, brand, account, profile, failure, listed, offers } = props;
  return (
    <div className="shell-column edit-profile stack gap-4">
      <PageHead title={profile.isEdit ? "Edit Profile" : "Create Your Profile"}>
        {profile.isEdit
          ? "Update your profile information"
          : `Share your experience and expertise with ${brand.programName} ROTC cadets`}
      </PageHead>
      <SectionBar role={member.role} program={brand.programName} />
      <div className="edit-profile-body stack gap-4">
        <FailureToast failure={failure ? { title: "Error", message: failure } : undefined} />
        <AccountInformation
          account={account}
          isFolded={!profile.isEdit && account.form === undefined}
        />
        <Card className="profile-form-section stack gap-5" aria-labelledby="picture-title">
          <Heading as="h2" size="4" id="picture-title">Profile Picture</Heading>
          <Island
            name="picture"
            of={Picture}
            props={{
              name: fullName(member),
              initials: initials(member),
              waitsFor: waitsFor(member),
            }}
          />
        </Card>
        <Offer {...listed} owner={{ role: member.role, program: brand.programName }} />
        <LeaveQuestion />
        <Text as="p" size="2" color="gray">Fields with a star (*) are required.</Text>
        <Island name="profile-form" of={ProfileForm} props={profile} />
        <CompletionLists offers={offers} />
      </div>
    </div>
  );
}

interface AccountInformationProps {
  readonly account: AccountDetailsProps;
  /** Open for people who have just changed it. */
  readonly isFolded: boolean;
}

function AccountInformation({ account, isFolded }: AccountInformationProps) {
  const { username, firstName, lastName, email } = account.saved;
  return (
    <Card
      id="account-card"
      className="profile-form-section stack gap-5"
      aria-labelledby="account-title"
    >
      <details className="edit-profile-account" open={!isFolded}>
        <summary>
          <Heading as="h2" size="4" id="account-title">Account Information</Heading>
          <span className="field-hint edit-profile-given breakable">
            {`${firstName} ${lastName}, ${username}, ${email}`}
          </span>
          <ChevronDownIcon />
        </summary>
        <div className="profile-form-section stack gap-5" id="account-information">
          <AccountDetailsForm {...account} />
          <Text as="p">
            <Link href={paths.security()}>
              Change your password, or see where you are signed in
            </Link>
          </Text>
        </div>
      </details>
    </Card>
  );
}

interface Section {
  readonly title: string;
  readonly href: string;
  readonly needs: readonly { readonly name: string; readonly label: string }[];
}

/**
 * Every section of the form, with its required empty fields. The stylesheet marks those, with or
 * without script.
 */
function SectionBar(owner: FormOwner) {
  return (
    <nav className="section-bar" aria-label="Sections">
      <ul role="list">
        {sectionsFor(owner).map(({ title, href, needs }) => (
          <li key={title}>
            <Link href={href}>{title}</Link>
            {needs.length > 0 && (
              <span className="section-bar-needs">
                <span>Still missing:</span>
                {needs.map(({ name, label }) => (
                  <Link key={name} data-needs={name} href={`#${fieldId(name)}`}>{label}</Link>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function sectionsFor(owner: FormOwner): readonly Section[] {
  const section = (title: string, fields: readonly FieldName[] = []): Section => ({
    title,
    href: `#${sectionId(title)}`,
    needs: [
      ...fields.filter((name) => profileField[name].required !== undefined)
        .map((name) => ({ name, label: labelOf(name, owner) })),
      ...(fields.includes("primaryEmail") ? [{ name: "primaryEmail", label: "Email" }] : []),
    ],
  });
  return [
    { ...section("Account Information"), href: "#account-information" },
    { ...section("Profile Picture"), href: "#picture-title" },
    ...formSections.map(({ title, fields }) => section(title, fields)),
    section("Privacy Settings"),
  ];
}
