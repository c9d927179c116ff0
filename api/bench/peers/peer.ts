import type { DirectoryQuery } from "../../contract/directory.ts";
import type { ProfileDocument } from "../../../search/project-document.ts";
import type { Aim, Shot } from "../cannon.ts";

/** People's tasks, measured separately. */
export const tasks = [
  "list with filters",
  "search with filters",
  "one person",
  "save",
  "page",
] as const;
export type Task = typeof tasks[number];

/** The same work for the product and every peer. */
export interface Work {
  readonly people: readonly ProfileDocument[];
  /** Different views with filters and without a text. */
  readonly lists: readonly DirectoryQuery[];
  /** Different views with a text. */
  readonly searches: readonly DirectoryQuery[];
  /** The product's answers to some of the lists, for a page that is only rendered. */
  readonly answers: readonly string[];
}

/** A server that supports some of the tasks. */
export interface Peer extends Aim {
  readonly name: string;
  readonly shots: Readonly<Partial<Record<Task, readonly Shot[]>>>;
  /** Reads the total from an answer to a list or search; absent if unsupported. */
  readonly totalIn?: (answer: string) => number;
  /** What the product does for the same request, and this peer doesn't. */
  readonly lacks: Readonly<Partial<Record<Task, string>>>;
  stop(): Promise<void>;
}

/** The number of people who sign in and save, each on one connection. */
export const connections = 32;

/** The number of people read one by one. Limited because the product stores each viewer of contacts once a day. */
export const readPeople = 64;

export function get(path: string, headers: Shot["headers"] = {}): Shot {
  return { method: "GET", path, headers };
}

export function sendJson(
  method: "PATCH" | "POST",
  path: string,
  body: unknown,
  headers: Shot["headers"] = {},
): Shot {
  const json = { ...headers, "Content-Type": "application/json" };
  return { method, path, headers: json, body: JSON.stringify(body) };
}

/** Alternating texts for saves, so that each save changes something. */
export function editions(): string[] {
  return Array.from({ length: 64 }, (_, at) => `What I can help with, edition ${at}`);
}
