import { Card, Heading, Text } from "@radix-ui/themes";
import { CapIcon, MailIcon, SearchIcon, ShieldIcon } from "../../ui/icons.tsx";
import type { ReactNode } from "react";

interface HeroProps {
  readonly programName: string;
  /** The heading's level: the landing page's own title, or one of Home's. */
  readonly as: "h1" | "h2";
  /** Whether the program's logo is beside the text, rather than a form. */
  readonly hasMark?: boolean;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The site's purpose, on the program's color. */
export function Hero({ programName, as: Title, hasMark, actions, children }: HeroProps) {
  return (
    <div className="hero">
      <div className={`shell-column hero-columns ${hasMark ? "hero-columns-mark" : ""}`}>
        <div className="hero-text stack gap-4 start">
          <Title>Connect with {programName} Army ROTC Alumni</Title>
          <Text as="p" className="hero-subtitle">
            A privacy-first mentorship platform for {programName}{" "}
            Army ROTC cadets: find the alumni and cadre who have been where you are going.
          </Text>
          {actions}
        </div>
        {children}
      </div>
    </div>
  );
}

const features = [
  {
    Icon: SearchIcon,
    title: "Searchable Directory",
    text: "Filter alumni by branch, class year, industry, location and specialty.",
  },
  {
    Icon: ShieldIcon,
    title: "Privacy First",
    text: "Alumni control their visibility and can hide or delete their profile at any time.",
  },
  {
    Icon: MailIcon,
    title: "Secure Messaging",
    text: "Messages are relayed by email from this site, which protects personal addresses.",
  },
  {
    Icon: CapIcon,
    title: "Expert Guidance",
    text: "Resume review, branching advice and career transitions.",
  },
] as const;

export function Features() {
  return (
    <section className="shell-column blurbs" aria-labelledby="features-title">
      <Heading as="h2" size="6" id="features-title">Made for mentorship</Heading>
      <ul className="blurbs-features columns">
        {features.map(({ Icon, title, text }) => (
          <Card asChild size="3" key={title} className="blurbs-feature">
            <li>
              <span className="blurbs-icon">
                <Icon />
              </span>
              <Heading as="h3" size="3">{title}</Heading>
              <Text as="p">{text}</Text>
            </li>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const steps = [
  {
    title: "Alumni create a profile",
    text: "They share their branch, their experience and the topics they can help with.",
  },
  {
    title: "Cadets search and connect",
    text: "They find the right mentor by branch, location, industry or topic, and reach out.",
  },
  {
    title: "Cadets get guidance",
    text: "They learn from someone who has stood where they stand, and go on prepared.",
  },
] as const;

export function HowItWorks() {
  return (
    <section className="shell-column blurbs blurbs-how" aria-labelledby="how-title">
      <Heading as="h2" size="6" id="how-title">How it works</Heading>
      <ol className="blurbs-steps columns">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="blurbs-number" aria-hidden="true">{index + 1}</span>
            <Heading as="h3" size="3">{title}</Heading>
            <Text as="p">{text}</Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
