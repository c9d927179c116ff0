import { Resolver } from "node:dns/promises";

/** Texts, each in one piece, or mail servers. @throws Without an answer in three seconds. */
export type Resolve = (name: string, type: "TXT" | "MX") => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (name, type) => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  try {
    return type === "TXT"
      ? (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""))
      : (await resolver.resolveMx(name)).map(({ exchange }) => exchange);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
};
