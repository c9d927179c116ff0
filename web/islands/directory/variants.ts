import type { DirectoryName } from "../../paths.ts";

/** Texts of each of the three directories. */
export interface Variant {
  readonly title: (program: string) => string;
  readonly subtitle?: string;
  readonly count: (total: number) => string;
  readonly loading: string;
  /** Shown before there is a list. */
  readonly placeholder: "spinner" | "skeletons";
  readonly empty: string;
}

export const variants: Readonly<Record<DirectoryName, Variant>> = {
  cadre: {
    title: (program) => `${program} Army ROTC Cadre`,
    count: (total) => `${total} cadre members found`,
    loading: "Loading cadre...",
    placeholder: "spinner",
    empty: "No cadre members found matching your filters",
  },
  alumni: {
    title: (program) => `${program} Army ROTC Alumni Directory`,
    count: (total) => `${total} alumni found`,
    loading: "Loading...",
    placeholder: "skeletons",
    empty: "No alumni found matching your filters",
  },
  directory: {
    title: () => "Alumni Directory",
    subtitle: "Find experienced mentors to guide your military career",
    count: (total) => `${total} alumni found`,
    loading: "Loading...",
    placeholder: "skeletons",
    empty: "No alumni found matching your filters",
  },
};
