import { Link } from "@radix-ui/themes";
import { pagePaths, paths } from "../../paths.ts";
import { Facts } from "../../ui/facts.tsx";

const choices: readonly (readonly [what: string, page: string, href: string])[] = [
  ["See it", "Your profile", paths.profile()],
  ["Choose who sees it", "Your privacy settings", pagePaths.privacy()],
  ["Choose who sees your contacts", "Who sees your contacts, and who saw them", paths.contacts()],
  ["Correct it", "Edit your profile", paths.editProfile()],
  ["Change your email address", "Your email addresses", paths.addresses()],
  ["Download all of it", "Your data, as one file", pagePaths.personalData()],
  ["Turn off emails that the program sends by itself", "Emails to you", pagePaths.programMails()],
  ["Sign out elsewhere", "Where you are signed in", paths.security()],
  ["Leave", "Delete your account", paths.deleteAccount()],
];

/** Choices that members have about their own data, each with a link to its page. */
export function OwnChoices() {
  return (
    <Facts
      facts={choices.map((
        [what, page, href],
      ) => [what, <Link key={href} href={href}>{page}</Link>])}
    />
  );
}
