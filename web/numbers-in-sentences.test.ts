import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const folders = [
  ...["web/pages", "web/islands", "web/toasts", "web/ui", "web/forms"],
  ...["api/accounts", "api/connections", "api/contacts", "api/directory", "api/invitations"],
  ...["api/mail", "api/program", "api/relay"],
  ...["events/connections", "events/contacts", "events/program"],
];

const number = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)";
const unit = "(?:minute|hour|day|week|month|message|request|contact|character|conversation)s?";
const numberInText = new RegExp(`(?<![\\w$.-])${number} ${unit}\\b|(?<![\\w$.-])\\d+ MB\\b`, "gi");

/** Numbers that no rule of ours has. */
const ofNoRule = [
  // A report shows one message, and a mailed link one conversation.
  ...["one message", "one conversation"],
  // How long it takes people.
  "five minutes",
  // Sizes of files that people chose.
  "0.1 MB",
];

it("takes numbers in sentences from where their rule is", async () => {
  const found: string[] = [];
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((file) => !/\.(?:test|contract)\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(300);
  for (const file of files) {
    const code = (await readFile(file, "utf8")).replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    for (const [text] of code.matchAll(numberInText)) {
      if (!ofNoRule.includes(text.toLowerCase())) found.push(`${file}: ${text}`);
    }
  }
  expect(found).toEqual([]);
});
