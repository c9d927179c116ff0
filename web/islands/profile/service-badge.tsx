import type { ComponentType } from "react";
import { Badge, type BadgeProps } from "../../ui/badge.tsx";
import {
  AnchorIcon,
  ChevronsIcon,
  GlobeIcon,
  LifebuoyIcon,
  OrbitIcon,
  PlaneIcon,
} from "../../ui/icons/service-icons.tsx";

interface ServiceLook {
  readonly icon: ComponentType;
  readonly tone: NonNullable<BadgeProps["tone"]>;
}

/** How each branch of service is shown. Profiles of this program are all of the first. */
export const services = {
  "Army": { icon: ChevronsIcon, tone: "green" },
  "Navy": { icon: AnchorIcon, tone: "gray" },
  "Air Force": { icon: PlaneIcon, tone: "accent" },
  "Marines": { icon: GlobeIcon, tone: "red" },
  "Space Force": { icon: OrbitIcon, tone: "outline" },
  "Coast Guard": { icon: LifebuoyIcon, tone: "amber" },
} satisfies Readonly<Record<string, ServiceLook>>;

/**
 * The badge of every card here. Apart from the others, whose icons browsers then do without; its own is
 * drawn by the stylesheet.
 */
export function ArmyBadge() {
  return <span className="badge badge-green badge-with-icon army-badge">Army</span>;
}

export interface ServiceBadgeProps {
  readonly service: keyof typeof services;
}

/** A branch of service, such as Army, with its icon. */
export function ServiceBadge({ service }: ServiceBadgeProps) {
  const { icon: Icon, tone } = services[service];
  return <Badge tone={tone} icon={<Icon />}>{service}</Badge>;
}
