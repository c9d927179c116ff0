import { type Events, openEvents } from "../../../events/open.ts";
import { createSessions, type Sessions } from "../../auth/sessions.ts";
import { createTokens, type Tokens } from "../../auth/tokens.ts";
import { type Environment, readEnvironment } from "../../config/env.ts";
import { openStores, type Stores } from "../../node/stores.ts";
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

/**
 * Opens the environment's database with today's schema. Creates nothing.
 * @throws {EnvironmentError}
 */
export async function openData(): Promise<Opened> {
  const environment = readEnvironment();
  const stores = await openStores(environment);
  const events = await openEvents({ ...stores, now, newId });
  const { database, secrets } = stores;
  return {
    environment,
    ...stores,
    ...events,
    sessions: createSessions(database, now),
    tokens: createTokens(database, now),
    openObjects: () => openObjects(environment, secrets, now),
  };
}
