import { maxPeople } from "../limits.ts";
import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";
import { createTextCollector } from "./shared-strings.ts";
import { positionOf } from "./worksheet.ts";

const maxComment = 400;

/** Excel's text before a threaded comment, for versions that can't show the answers. */
const notice = /^\[Threaded comment\][\s\S]*?\bComment:\s*/;

/** Comments on cells, by row, cut short. */
export async function readComments(
  archive: Archive,
  paths: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  const comments = new Map<number, string>();
  for (const path of paths) {
    let row = -1;
    const collector = createTextCollector();
    await parseXml(archive, path, {
      open(name, attributes) {
        if (name === "comment") {
          row = positionOf(attributes.ref)?.[0] ?? -1;
          collector.begin();
        }
        collector.open(name, attributes);
      },
      close(name) {
        collector.close(name);
        if (name !== "comment" || comments.size >= maxPeople) return;
        const text = collector.end().text.replace(notice, "").trim().slice(0, maxComment);
        const before = comments.get(row);
        comments.set(row, before === undefined ? text : `${before}\n${text}`.slice(0, maxComment));
      },
      text: collector.text,
    });
  }
  return comments;
}
