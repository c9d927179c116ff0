/**
 * Icons of the branches of service, drawn like those in `icons.tsx`. Not their insignia.
 *
 * @module
 */
import { Icon } from "./icon.tsx";

export const ChevronsIcon = () => (
  <Icon>
    <path d="m5 11 7-6 7 6M5 16l7-6 7 6M5 21l7-6 7 6" />
  </Icon>
);

export const AnchorIcon = () => (
  <Icon>
    <circle cx="12" cy="5" r="2" />
    <path d="M12 7v14M8 10h8M4 14c0 4 3.5 7 8 7s8-3 8-7" />
  </Icon>
);

export const PlaneIcon = () => (
  <Icon>
    <path d="M12 2.5 14 9l7.5 4v2L14 13.5 13.5 19l2.5 2h-8l2.5-2L10 13.5 2.5 15v-2L10 9z" />
  </Icon>
);

export const GlobeIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z" />
  </Icon>
);

export const OrbitIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="3.5" />
    <path d="M4 18c2.5 2.5 8 .5 12-3.5s6-9.5 3.5-11.5-8 .5-12 4.5-6 8-3.5 10.5z" />
  </Icon>
);

export const LifebuoyIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <circle cx="12" cy="12" r="3.5" />
    <path d="m6 6 3.5 3.5M18 6l-3.5 3.5M6 18l3.5-3.5M18 18l-3.5-3.5" />
  </Icon>
);
