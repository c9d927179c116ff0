export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname);
}

export function isPublicOrigin(origin: string | undefined): origin is string {
  return origin !== undefined && !isLoopback(new URL(origin).hostname);
}
