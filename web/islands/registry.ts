/**
 * Every island by its name, which is also its file's name. An entry loads the island's module when
 * a page needs it, and selects its export.
 */
import type { ComponentType } from "react";

// Each component has its own props. `Island` checks them on the server, where they are written.
// deno-lint-ignore ban-types
type Load = () => Promise<ComponentType<{}>>;

const load = <P extends object>(component: Promise<ComponentType<P>>) =>
  component as Promise<ComponentType<object>>;

export const registry = {
  directory: () => load(import("./directory/directory.tsx").then((module) => module.Directory)),
  "own-profile": () =>
    load(import("./own-profile/own-profile.tsx").then((module) => module.OwnProfile)),
  "profile-form": () =>
    load(import("./profile-form/profile-form.tsx").then((module) => module.ProfileForm)),
  picture: () => load(import("./picture/picture.tsx").then((module) => module.Picture)),
} satisfies Record<string, Load>;

export type IslandName = keyof typeof registry;
