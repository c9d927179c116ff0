import { type Events, type EventsDependencies, openEvents } from "../../../events/open.ts";
import { createSessions, type Sessions } from "../../auth/sessions.ts";
import { createTokens, type Tokens } from "../../auth/tokens.ts";
import { type Environment, readEnvironment } from "../../config/env.ts";
import { openStores, type OpenStoresOptions, type Stores } from "../../node/stores.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { openObjects } from "../../objects/open.ts";

export const now = () => new Date();
export const newId = () => crypto.randomUUID();

/** The product's data, for a command beside the service. */
export interface Opened extends Stores, Events {
  readonly environment: Environment;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  openObjects(): Promise<ObjectStore>;
}

export interface OpenDataOptions
  extends Pick<OpenStoresOptions, "makes">, Partial<Pick<EventsDependencies, "mayLackKeys">> {}

/**
 * Opens the environment's databases with today's schema. Creates nothing, unless `makes` says so.
 * @throws {EnvironmentError}
 */
export async function openData(
  { mayLackKeys = false, ...options }: OpenDataOptions = {},
): Promise<Opened> {
  const environment = readEnvironment();
  const stores = await openStores(environment, options);
  const events = await openEvents({ ...stores, mayLackKeys, now, newId });
  const { databases: { vault }, secrets } = stores;
  return {
    environment,
    ...stores,
    ...events,
    sessions: createSessions(vault, now),
    tokens: createTokens(vault, now),
    openObjects: () => openObjects({ ...environment, secrets, now }),
  };
}
