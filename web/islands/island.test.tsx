import { renderToStaticMarkup } from "react-dom/server";
import { useId } from "react";
import { describe, expect, it } from "vitest";
import { Island, PageIslandsContext } from "./island.tsx";
import type { IslandName } from "./registry.ts";

function Named({ name }: { readonly name: string }) {
  return <label htmlFor={useId()}>{name}</label>;
}

describe("island", () => {
  it("embeds its props as JSON that can't close their element", () => {
    const html = renderToStaticMarkup(
      <Island name="picture" of={Named} props={{ name: "</script><b>" }} />,
    );
    expect(html).toContain('{"name":"\\u003c/script>\\u003cb>"}');
    expect(html).not.toContain("</script><b>");
  });

  it("prefixes its identifiers with its own name", () => {
    const html = renderToStaticMarkup(
      <>
        <Named name="page" />
        <Island name="picture" of={Named} props={{ name: "a" }} />
        <Island name="picture" id="second" of={Named} props={{ name: "b" }} />
      </>,
    );
    expect(html).toContain('data-prefix="picture-"');
    expect(html).toMatch(/for="_picture-\w+"/);
    expect(html).toMatch(/for="_second-\w+"/);
  });

  it("tells the page which scripts to preload", () => {
    const starting = new Set<IslandName>();
    renderToStaticMarkup(
      <PageIslandsContext value={{ seeds: [], starting }}>
        <Island name="picture" of={Named} props={{ name: "a" }} />
        <Island name="picture" of={Named} props={{ name: "b" }} />
      </PageIslandsContext>,
    );
    expect([...starting]).toEqual(["picture"]);
  });
});
