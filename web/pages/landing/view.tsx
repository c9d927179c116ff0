import { Heading, Text } from "@radix-ui/themes";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CompassIcon, PeopleIcon, PhoneIcon } from "../../ui/icons.tsx";
import { AccountCard, type AccountCardProps } from "./account-card.tsx";
import { Features, Hero, HowItWorks } from "./blurbs.tsx";
import { Examples } from "./examples.tsx";

export interface LandingPageProps extends AccountCardProps {
  readonly programName: string;
  readonly needsFirstStaff?: boolean;
  /** Number of people in the directory, in tens; `undefined` if it isn't shown. */
  readonly people?: number | undefined;
}

/**
 * Address of the directory. Everyone else is redirected to the login: the redirect keeps the fragment, which
 * focuses the first field and shows why. Signing in leads on to the directory.
 */
const browse = `${paths.directory()}#login-username`;

/** The page for visitors who aren't signed in: the product, login and registration. */
export function LandingPage(
  { programName, needsFirstStaff, people, ...account }: LandingPageProps,
) {
  return (
    <>
      {needsFirstStaff && (
        <div className="shell-column landing-notice">
          <Notice tone="warning" title="This directory has no staff yet">
            If you installed it, open the link that it printed when it started. Each restart prints
            a new one.
          </Notice>
        </div>
      )}
      <Hero
        programName={programName}
        as="h1"
        actions={
          <ButtonLink href={browse} className="hero-action" size="4">
            Browse Directory
          </ButtonLink>
        }
      >
        <AccountCard {...account} />
      </Hero>
      <InfoBlocks />
      <Examples people={people} />
      <Features />
      <HowItWorks />
    </>
  );
}

const blocks = [
  {
    Icon: PeopleIcon,
    title: "Connect with Alumni",
    text: "Meet officers who commissioned from your program and are willing to mentor.",
  },
  {
    Icon: PhoneIcon,
    title: "Direct Contact",
    text: "Reach out by email, phone or LinkedIn, the way each of them prefers.",
  },
  {
    Icon: CompassIcon,
    title: "Career Guidance",
    text: "Advice on branch selection, BOLC prep and everything that follows.",
  },
] as const;

function InfoBlocks() {
  return (
    <section className="landing-info" aria-label="What you will find">
      <ul className="shell-column columns">
        {blocks.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon className="landing-info-icon" />
            <div>
              <Heading as="h2" size="6">{title}</Heading>
              <Text as="p">{text}</Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
