import { Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button-link.tsx";
import { ArrowLeftIcon } from "../ui/icons.tsx";

/** A page's heading, with a line below it. */
export function PageHead(
  { title, children }: { readonly title: string; readonly children?: ReactNode },
) {
  return (
    <header className="directory-head">
      <Heading as="h1" size="8">{title}</Heading>
      {children && <Text as="p" className="directory-subtitle">{children}</Text>}
    </header>
  );
}

/** Leads back to where the visitor came from. */
export function BackLink({ to, label = "Back" }: { readonly to: string; readonly label?: string }) {
  return (
    <Text as="p">
      <ButtonLink href={to} className="profile-back" variant="ghost">
        <ArrowLeftIcon />
        {label}
      </ButtonLink>
    </Text>
  );
}
