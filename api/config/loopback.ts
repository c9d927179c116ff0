/** Whether only this machine reaches a host of this name. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname);
}
