import { TabNav } from "@radix-ui/themes";

interface TabLinksProps {
  /** Name of the navigation for assistive technology. */
  readonly label: string;
  readonly links: readonly (readonly [href: string, text: string])[];
  /** Address of the current page; absent for links within it. */
  readonly current?: string;
}

/** Related pages, or sections of one page, as a list of links. */
export function TabLinks({ label, links, current }: TabLinksProps) {
  return (
    <TabNav.Root aria-label={label}>
      {links.map(([href, text]) => (
        <TabNav.Link key={href} href={href} active={href === current}>{text}</TabNav.Link>
      ))}
    </TabNav.Root>
  );
}
