import { TabNav } from "@radix-ui/themes";

interface TabLinksProps {
  /** Name of the navigation for assistive technology. */
  readonly label: string;
  readonly links: readonly (readonly [href: string, text: string])[];
  /** Where this page is. */
  readonly current: string;
}

/** Pages that belong together, as tabs: each is a link to its page. */
export function TabLinks({ label, links, current }: TabLinksProps) {
  return (
    <TabNav.Root aria-label={label}>
      {links.map(([href, text]) => (
        <TabNav.Link key={href} href={href} active={href === current}>{text}</TabNav.Link>
      ))}
    </TabNav.Root>
  );
}
