/** Most specific first: nearly every browser also names those it is compatible with. */
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

/** Short name, such as `Firefox on Windows`, which identifies no machine. */
export function browserName(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? "").slice(0, 500);
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => text.includes(mark))?.[1];
  const names = [named(browsers), named(systems)].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(" on ");
}
