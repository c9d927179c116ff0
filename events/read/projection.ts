import { DatabaseUnavailable } from "../store/database-errors.ts";

/**
 * Projection version: identifies the rules and rows of the read tables and search index. Raise it
 * with each change of `MemberRecord`, `evolve` for existing events, with each new type of event,
 * the public projection or a
 * document (`projection.test.ts` in `search` checks it). The next start then rebuilds the tables.
 */
export const projection = 30;

/** The rows belong to another version of the product. This one neither serves nor changes them. */
export class OtherProjection extends DatabaseUnavailable {
  constructor(found: number, own: number) {
    super(
      `The read tables are of another version of the product (projection ${found}; this one has ` +
        `${own}). Its start rebuilds them, and so does "npm run rebuild"; stop the other version first`,
    );
  }
}

/** @throws {OtherProjection} */
export function refuseOther(found: { readonly projection: number } | undefined, own: number): void {
  if (found !== undefined && found.projection !== own) {
    throw new OtherProjection(found.projection, own);
  }
}
