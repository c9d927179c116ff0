import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { IslandRoot } from "../../hydration/island-root.tsx";
import { createQueryClient } from "../../hydration/query-client.ts";
import { Directory } from "../../islands/directory/directory.tsx";
import { aMember, anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const members = [
  aMember({ memberId: "casey" }),
  anAlum("dana", { helpTopics: ["BOLC Prep", "Networking", "Ranger School", "PCS Tips"] }),
  { ...anAlum("sam", { company: "Smith & <Sons>" }), lastName: "O'Hara" },
];

it("leaves a page as browsers render it to bring it to life, also from the cache", async () => {
  const site = await createTestSite({ members });
  for (
    const path of [
      ...["/directory", "/directory?helpTopics=Ranger+School", "/directory?search=sons"],
      ...["/alumni?page=2", "/alumni?search=nobody", "/directory"],
    ]
  ) {
    const html = await site.page(path, "casey");
    const [, island = "", props = ""] =
      /data-start="load"><div class="island">(.*)<\/div><script type="application\/json">(.*?)<\/script>/s
        .exec(html) ?? [];
    const [, seeds = ""] = /id="seeds"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    const browsers = renderToString(
      <IslandRoot client={createQueryClient(JSON.parse(seeds))}>
        <Directory {...JSON.parse(props)} />
      </IslandRoot>,
      { identifierPrefix: "d-" },
    );
    expect(island, path).toBe(browsers);
  }
});
