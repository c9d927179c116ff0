export interface ContactView {
  readonly viewerId: string | null;
  readonly ownerId: string;
  readonly atMs: number;
  readonly position: number;
}

/** The hour in which new accounts viewed the contacts of the most people. */
export interface Surge {
  readonly people: number;
  readonly byViewer: ReadonlyMap<string, number>;
  readonly byDeleted: number;
  /** Positions of its first and last view. */
  readonly from: number;
  readonly to: number;
  readonly atMs: number;
}

export const hourMs = 60 * 60 * 1000;

/** Views in an hour that count as a surge: it takes five accounts of strangers, with ten a day each. */
const minSurgeViews = 50;

/** The busiest hour; `undefined` if none is a surge. Several contacts of one person count as one view. */
export function findSurge(views: readonly ContactView[]): Surge | undefined {
  const pairs = new Map<string, number>();
  const pairOf = ({ viewerId, ownerId, position }: ContactView) =>
    `${viewerId ?? position} ${ownerId}`;
  let [most, first, last] = [0, 0, 0];
  for (let end = 0, start = 0; end < views.length; end++) {
    const view = views[end]!;
    pairs.set(pairOf(view), (pairs.get(pairOf(view)) ?? 0) + 1);
    for (; views[start]!.atMs <= view.atMs - hourMs; start++) {
      const key = pairOf(views[start]!);
      const left = (pairs.get(key) ?? 0) - 1;
      if (left > 0) pairs.set(key, left);
      else pairs.delete(key);
    }
    if (pairs.size > most) [most, first, last] = [pairs.size, start, end];
  }
  return most < minSurgeViews ? undefined : surgeOf(views.slice(first, last + 1));
}

function surgeOf(views: readonly ContactView[]): Surge {
  const seenBy = Map.groupBy(views, ({ viewerId }) => viewerId);
  const peopleIn = (some: readonly ContactView[]) =>
    new Set(some.map(({ ownerId }) => ownerId)).size;
  const byDeleted = peopleIn(seenBy.get(null) ?? []);
  seenBy.delete(null);
  const [first, last] = [views[0]!, views.at(-1)!];
  return {
    people: peopleIn(views),
    byViewer: new Map(
      [...seenBy].map(([viewerId, some]) => [String(viewerId), peopleIn(some)]),
    ),
    byDeleted,
    from: first.position,
    to: last.position,
    atMs: first.atMs,
  };
}
