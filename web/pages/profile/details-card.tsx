import { Heading, Text } from "@radix-ui/themes";
import { type ReactNode, useId } from "react";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { TagList, type TagListProps } from "../../ui/tag-list.tsx";

export interface DetailsCardProps {
  readonly title: string;
  readonly id?: string;
  /** Whether each text is below its term, for long ones such as addresses. */
  readonly isStacked?: boolean;
  /** Terms and their values. Without any, there is no card. */
  readonly details: readonly (readonly [term: string, text: ReactNode])[];
  /** Shown below the terms, or instead of them. */
  readonly note?: ReactNode;
  /** Shown at the end of the title's line. */
  readonly action?: ReactNode;
  /** Shown at the end of the card. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/** A card of facts about a member; unknown ones are left out. */
export function DetailsCard(
  { title, id, isStacked, details, note, action, footer, children }: DetailsCardProps,
) {
  const known = details.filter(([, text]) => text);
  if (known.length === 0 && !note && !footer && !children) return null;
  return (
    <ProfileCard {...{ title, id, action, footer }}>
      {children}
      {known.length > 0 && (
        <Facts
          className="profile-details-list"
          facts={known}
          {...(isStacked && { orientation: "vertical" })}
        />
      )}
      {note && <Text as="p" size="2" color="gray" className="profile-details-note">{note}</Text>}
    </ProfileCard>
  );
}

type ProfileCardProps = Pick<
  DetailsCardProps,
  "title" | "id" | "action" | "footer" | "children"
>;

/** One part of a profile under its heading. */
export function ProfileCard({ title, id, action, footer, children }: ProfileCardProps) {
  const titleId = useId();
  return (
    <Card className="profile-details stack gap-4" id={id} aria-labelledby={titleId}>
      <div className="profile-details-head">
        <Heading as="h2" size="4" className="profile-details-title" id={titleId}>{title}</Heading>
        {action}
      </div>
      {children}
      {footer}
    </Card>
  );
}

interface TagsCardProps
  extends Pick<TagListProps, "tags" | "show">, Pick<ProfileCardProps, "id" | "action" | "footer"> {
  readonly title: string;
  /** Replaces the row of tags. */
  readonly children?: ReactNode;
}

/** A list of short texts under a heading. Without any, there is no card. */
export function TagsCard({ tags, show, children, ...card }: TagsCardProps) {
  if (tags.length === 0) return null;
  return <ProfileCard {...card}>{children ?? <TagList tags={tags} show={show} />}</ProfileCard>;
}
