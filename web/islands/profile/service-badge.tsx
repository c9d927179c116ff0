import { Badge, type BadgeProps } from "@radix-ui/themes";
import { icon } from "../../ui/icons.tsx";

/**
 * Name and icon of each branch of service, without its insignia. This program's profiles are all in
 * the first.
 */
export const services = {
  "Army": {
    Icon: icon("M5 11l7-6 7 6M5 16l7-6 7 6M5 21l7-6 7 6"),
    color: "green",
  },
  "Navy": {
    Icon: icon(
      "M10 5a2 2 0 1 1 4 0 2 2 0 0 1 -4 0zM12 7v14M8 10h8M4 14c0 4 3.5 7 8 7s8-3 8-7",
    ),
    color: "gray",
  },
  "Air Force": {
    Icon: icon(
      "M12 2.5 14 9l7.5 4v2L14 13.5 13.5 19l2.5 2h-8l2.5-2L10 13.5 2.5 15v-2L10 9z",
    ),
    color: "purple",
  },
  "Marines": {
    Icon: icon(
      "M3.5 12a8.5 8.5 0 1 1 17 0 8.5 8.5 0 0 1 -17 0zM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z",
    ),
    color: "red",
  },
  "Space Force": {
    Icon: icon(
      "M8.5 12a3.5 3.5 0 1 1 7 0 3.5 3.5 0 0 1 -7 0zM4 18c2.5 2.5 8 .5 12-3.5s6-9.5 3.5-11.5-8 .5-12 4.5-6 8-3.5 10.5z",
    ),
    color: "brown",
  },
  "Coast Guard": {
    Icon: icon(
      "M3.5 12a8.5 8.5 0 1 1 17 0 8.5 8.5 0 0 1 -17 0zM8.5 12a3.5 3.5 0 1 1 7 0 3.5 3.5 0 0 1 -7 0zM6 6l3.5 3.5M18 6l-3.5 3.5M6 18l3.5-3.5M18 18l-3.5-3.5",
    ),
    color: "amber",
  },
} satisfies Readonly<Record<string, Pick<BadgeProps, "color"> & { Icon: ReturnType<typeof icon> }>>;

/**
 * The badge on every card here. Separate from the others, so that browsers needn't load their
 * icons. The stylesheet draws its own.
 */
export function ArmyBadge() {
  return <Badge color="green" className="army-badge">Army</Badge>;
}

/** A branch of service, such as Army, with its icon. */
export function ServiceBadge({ service }: { readonly service: keyof typeof services }) {
  const { Icon, color } = services[service];
  return (
    <Badge color={color}>
      <Icon />
      {service}
    </Badge>
  );
}
