import { Link, Text } from "@radix-ui/themes";
import { Hono } from "hono";
import type { ReactNode } from "react";
import type { Brand } from "../../config.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { dateText } from "../connections/words.ts";
import { PageHead } from "../page-head.tsx";
import { countOf, examinedOn, limits, notTried } from "./evaluation.ts";

/** `/accessibility`, for everyone: the product's state, from the same table as the report. */
export function accessibilityRoutes({ config }: SiteDeps): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get(
      pagePaths.accessibility(),
      (c) => c.render(<AccessibilityPage brand={config} />, { title: "Accessibility" }),
    );
}

function AccessibilityPage({ brand }: { readonly brand: Brand }) {
  const { programName, supportEmail } = brand;
  return (
    <div className="shell-column page-stack gap-4">
      <PageHead title="Accessibility">
        How {programName} Army ROTC Alumni Connect works for people with disabilities
      </PageHead>
      <Part title="If something doesn't work for you">
        <Text as="p">
          Write to <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>{" "}
          and say which page it is, what you wanted to do, and which browser and assistive
          technology you use. You can also ask for what you need in another form. The program
          answers you.
        </Text>
      </Part>
      <Part title="What we aim for">
        <Text as="p">
          The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, which include 2.1. On{" "}
          {dateText(examinedOn)}, {countOf("supports")} of its criteria were met,{" "}
          {countOf("partial")} in part, and {countOf("none")} didn't apply.
          {countOf("no") > 0 && ` Not met: ${countOf("no")}.`}
        </Text>
      </Part>
      <Part title="What doesn't work yet">
        <ul className="bullets stack gap-2">
          {limits().map(({ number, name, limit }) => (
            <li key={number}>
              {limit} <span className="note">({number} {name})</span>
            </li>
          ))}
          <li>
            Documents that the program links to, and its own texts, may be less accessible than
            these pages.
          </li>
        </ul>
      </Part>
      <Part title="How we know">
        <Text as="p">
          Automated tests examine these pages with each change: with the keyboard alone, with text
          twice as large, in narrow windows, in both themes and in forced colors. Tests find only
          part of what can be wrong, and this hasn't been done:
        </Text>
        <ul className="bullets stack gap-2">
          {notTried.map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = `${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-title`;
  return <TitledCard title={title} titleId={titleId}>{children}</TitledCard>;
}
