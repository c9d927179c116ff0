import { Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { OwnProfile as OwnProfileAnswer } from "../../../api/contract/profile.ts";
import { Island } from "../../islands/island.tsx";
import { OwnProfile } from "../../islands/own-profile/own-profile.tsx";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { TrashIcon } from "../../ui/icons.tsx";

type Saved = Pick<OwnProfileAnswer, "isVisible" | "sharedFields">;

export function PrivacyPanel({ isVisible, sharedFields }: Saved) {
  return (
    <>
      <Card className="stack gap-4" id="privacy" aria-labelledby="privacy-title">
        <Heading as="h2" size="4" id="privacy-title">Privacy Settings</Heading>
        <Text as="p" color="gray">
          Choose what other members see on your profile. No one can search or filter by what you
          turn off.
        </Text>
        <Island
          name="own-profile"
          id="privacy"
          of={OwnProfile}
          props={{ shows: "privacy", saved: { isVisible, sharedFields } }}
        />
        <div className="without-script">
          <ButtonLink href={paths.editProfile()} variant="outline">
            Edit Privacy Settings
          </ButtonLink>
        </div>
      </Card>
      <AccountCards hasProfile />
    </>
  );
}

/** Actions on the account itself, with or without a profile. */
export function AccountCards({ hasProfile = false }: { readonly hasProfile?: boolean }) {
  return (
    <Card className="stack gap-4">
      <Heading as="h2" size="4">Your Account</Heading>
      <AccountRow
        title="Signing In"
        text="Your password, passkeys and email addresses, and where you're signed in."
      >
        <ButtonLink href={paths.security()} variant="outline">Manage Signing In</ButtonLink>
      </AccountRow>
      <AccountRow title="Your Data" text="Download everything that we store about you.">
        <ButtonLink href={pagePaths.personalData()} variant="outline">Get Your Data</ButtonLink>
      </AccountRow>
      {hasProfile && (
        <AccountRow
          title="Delete Profile"
          text="Removes your profile from the directory. You keep your account."
        >
          <ButtonLink href={paths.deleteProfile()} data-opens-dialog="" variant="outline">
            Delete Profile
          </ButtonLink>
        </AccountRow>
      )}
      <AccountRow
        title="Delete Account"
        text={hasProfile
          ? "Permanently deletes your account, your profile and everything in them."
          : "Permanently deletes your account and everything in it."}
      >
        <ButtonLink href={paths.deleteAccount()} data-opens-dialog="" color="red">
          <TrashIcon />
          Delete Account
        </ButtonLink>
      </AccountRow>
    </Card>
  );
}

interface AccountRowProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function AccountRow({ title, text, children }: AccountRowProps) {
  return (
    <div className="own-profile-leave split">
      <div>
        <Heading as="h3" size="3">{title}</Heading>
        <Text as="p" color="gray">{text}</Text>
      </div>
      {children}
    </div>
  );
}

/** Whether others can find the profile. Shown only to its owner. */
export function Visibility(
  { isVisible, sharedFields, isAdmitted = true }: Saved & { readonly isAdmitted?: boolean },
) {
  return (
    <Island
      name="own-profile"
      id="visibility"
      of={OwnProfile}
      props={{ shows: "visibility", saved: { isVisible, sharedFields }, isAdmitted }}
    />
  );
}
