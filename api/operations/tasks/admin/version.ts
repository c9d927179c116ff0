import { version as current } from "../../../config/version.ts";
import { defineCommand } from "../command.ts";

export const version = defineCommand({
  summary: "print the version of the product",
  help: `Print the version of the product.

  npm run admin -- version`,
  options: {},
  async run() {
    console.log(current);
  },
});
