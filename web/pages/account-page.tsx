import { Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Card, type CardProps } from "../ui/card.tsx";
import { CheckIcon } from "../ui/icons.tsx";

interface AccountPageProps extends Omit<CardProps, "title"> {
  readonly title: ReactNode;
  readonly titleId?: string;
  readonly lead?: ReactNode;
  /** Whether the page says that something succeeded. */
  readonly isDone?: boolean | undefined;
}

/** A page of one card, such as a form of an account or the answer to a mailed link. */
export function AccountPage(props: AccountPageProps) {
  const { title, titleId = "page-title", lead, isDone, children, ...card } = props;
  const className = isDone ? "account account-done" : "account";
  return (
    <div className="account-page">
      <Card {...card} aria-labelledby={titleId} className={className}>
        {isDone && <CheckIcon className="account-check" />}
        <Heading as="h1" size="8" id={titleId}>{title}</Heading>
        {lead && <Text as="p" className="account-lead">{lead}</Text>}
        {children}
      </Card>
    </div>
  );
}
