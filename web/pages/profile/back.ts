import { addressToReturnTo, directoryNames, paths } from "../../paths.ts";

/**
 * Where Back leads: the directory that the visitor came from, with its filters; the general one when
 * they came from anywhere else.
 *
 * @param referrer The request's `Referer`, if any.
 * @param host The request's own host. The scheme may be another behind a proxy.
 */
export function backPath(referrer: string | undefined, host: string): string {
  if (referrer === undefined || !URL.canParse(referrer)) return paths.directory();
  const from = new URL(referrer);
  const isDirectory = directoryNames.some((name) => paths[name]() === from.pathname);
  return from.host === host && isDirectory ? addressToReturnTo(from) : paths.directory();
}
