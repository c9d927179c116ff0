import { Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { StoredPart } from "../../../api/features/personal-data/stored-parts.ts";
import type { PrivacyFacts } from "../../../api/features/privacy/privacy-facts.ts";
import type { Brand } from "../../config.ts";
import { TitledCard } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { dateText } from "../connections/words.ts";
import { PageHead } from "../page-head.tsx";
import { afterLeaving, answersText, mailText, places } from "./hosting.ts";
import { cookieFacts, howLong } from "./how-long.ts";
import { OwnChoices } from "./own-choices.tsx";
import { admissionText, visibilityFacts } from "./who-sees.ts";

interface PrivacyPageProps {
  readonly brand: Brand;
  readonly facts: PrivacyFacts;
  readonly stored: readonly StoredPart[];
}

/** What is stored, who sees it, for how long, where, and how to leave. */
export function PrivacyPage({ brand, facts, stored }: PrivacyPageProps) {
  const { programName, universityName, supportEmail } = brand;
  const { changedAt, text } = facts;
  return (
    <div className="shell-column page-stack gap-4">
      <PageHead title="Privacy">
        What {programName} Army ROTC Alumni Connect stores about you, and who sees it
      </PageHead>
      <Text as="p">
        {programName} Army ROTC, {universityName}, runs this site. Write to{" "}
        <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>{" "}
        with questions, or if something here is wrong. We write this page from the site's own
        settings.
        {changedAt && ` Last changed on ${dateText(changedAt.toISOString())}.`}
      </Text>
      {text !== null && (
        <Part title="From the program">
          <Text as="p" className="as-written">{text}</Text>
        </Part>
      )}
      <Part title="What we store">
        <Text as="p">
          What you type into your profile, what you write to others here, and what the site needs to
          work. Open a line to see each detail.
        </Text>
        <ul className="stack gap-2" role="list">
          {stored.map((part) => (
            <li key={part.words}>
              <Stored {...part} />
            </li>
          ))}
        </ul>
        <Text as="p">
          About people who were invited and haven't answered: their name, their email address, and
          what the program's list says about them. If they decline, we keep their name and address,
          so that they aren't invited again.
        </Text>
      </Part>
      <Part title="Who sees it">
        <Text as="p">{admissionText(facts.admission)}</Text>
        <Facts facts={visibilityFacts} orientation="vertical" />
      </Part>
      <Part title="How long we keep it">
        <Facts facts={howLong(facts)} orientation="vertical" />
      </Part>
      <Part title="Where it is">
        <Facts facts={places(facts)} orientation="vertical" />
      </Part>
      <Part title="Email">
        <Text as="p">{mailText(facts)}</Text>
        <Text as="p">{answersText(facts)}</Text>
      </Part>
      <Part title="Cookies">
        <Text as="p">
          We use cookies only to sign you in, to remember the theme, and to carry something to the
          next page. There are no trackers, no advertising and no statistics by others, and pages
          load nothing from other sites.
        </Text>
        <Facts facts={cookieFacts} orientation="vertical" />
        <Text as="p" className="note">
          Your browser adds “__Host-” to the names of the first three. It also stores, for this site
          alone, the theme and forms that you haven't sent. A proxy in front of the site may set one
          more cookie, “node”, which names the machine that answers you.
        </Text>
      </Part>
      <Part title="Your choices">
        <OwnChoices />
        <Text as="p">You need to sign in for these. If you can't, write to us.</Text>
      </Part>
      <Part title="After you leave">
        <ul className="bullets stack gap-2">
          {afterLeaving(facts).map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = `${title.toLowerCase().replaceAll(" ", "-")}-title`;
  return <TitledCard title={title} titleId={titleId}>{children}</TitledCard>;
}

function Stored({ words, details }: StoredPart) {
  if (details.length === 0) return <Text as="p" className="privacy-plain">{words}</Text>;
  return (
    <details className="privacy-stored">
      <summary>{words}</summary>
      <ul className="bullets">
        {details.map((detail) => <li key={detail}>{detail}</li>)}
      </ul>
    </details>
  );
}
