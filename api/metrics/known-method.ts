const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The method, or "other": a client can send any word. */
export const knownMethod = (method: string): string => methods.has(method) ? method : "other";
