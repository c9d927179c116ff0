import { Fault } from "../contract/faults.ts";
import { bodyOf } from "./account-calls.ts";
import type { Call } from "./call.ts";

/** What the service says about itself. */
export const descriptionCalls: readonly Call[] = [
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This description",
    who: "anyone",
    success: { status: 200, says: "OpenAPI 3.1", schema: "Description" },
  },
  {
    method: "get",
    path: "/api/docs",
    summary: "This description for people",
    who: "anyone",
    success: { status: 200, says: "A page", types: ["text/html"] },
  },
  {
    method: "post",
    path: "/api/faults",
    summary: "Say that a script of a page broke",
    details: "It is counted, and nothing of who said it is kept.",
    who: "anyone",
    body: bodyOf(Fault),
    success: { status: 204, says: "It is counted" },
    limit: "60 a minute, from all addresses together",
  },
  {
    method: "get",
    path: "/healthz",
    summary: "Whether the service runs",
    who: "anyone",
    success: { status: 200, says: "It does", types: ["text/plain"] },
  },
  {
    method: "get",
    path: "/readyz",
    summary: "Whether the service can do its work",
    details: "Says degraded, with a line for each part that has a fallback in use. 503 as " +
      "text while something is away that every request needs.",
    who: "anyone",
    success: { status: 200, says: "It can", types: ["text/plain"] },
  },
];
