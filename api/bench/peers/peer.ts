import type { DirectoryQuery } from "../../contract/directory.ts";
import type { ProfileDocument } from "../../../search/project-document.ts";
import type { Aim, Shot } from "../cannon.ts";

/** What people do, each measured by itself. */
export const tasks = [
  "list with filters",
  "search with filters",
  "one person",
  "save",
  "page",
] as const;
export type Task = typeof tasks[number];

/** The same for the product and every peer. */
export interface Work {
  readonly people: readonly ProfileDocument[];
  /** Views with filters and without a text, all different. */
  readonly lists: readonly DirectoryQuery[];
  /** The same with a text. */
  readonly searches: readonly DirectoryQuery[];
  /** The product's answers to some of the lists, for a page that only has to be rendered. */
  readonly answers: readonly string[];
}

/** A server that does some of it. */
export interface Peer extends Aim {
  readonly name: string;
  readonly shots: Readonly<Partial<Record<Task, readonly Shot[]>>>;
  /** How many people an answer to a list or a search says there are; absent if it doesn't answer such. */
  readonly totalIn?: (answer: string) => number;
  /** What it doesn't do that the product does for the same request. */
  readonly lacks: Readonly<Partial<Record<Task, string>>>;
  stop(): Promise<void>;
}

/** How many people sign in and save, each on a connection. */
export const connections = 32;

/** How many people are read one by one: the product notes once a day that someone saw another's contacts. */
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
