import { type Events, type EventsDependencies, openEvents } from "../../../events/open.ts";
import { createSessions, type Sessions } from "../../auth/sessions.ts";
import { createTokens, type Tokens } from "../../auth/tokens.ts";
import { isServer } from "../../config/combinations.ts";
import { type Environment, readEnvironment } from "../../config/env.ts";
import { refuseOlderLog } from "../../node/older-log.ts";
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
  extends
    Pick<OpenStoresOptions, "makes" | "acceptsLoss">,
    Partial<Pick<EventsDependencies, "mayLackKeys">> {
  /** For commands that repair or diagnose the read tables: see `refuseOlderLog`. */
  readonly mayMismatchLog?: boolean;
}

/**
 * Opens the environment's databases with today's schema. Creates nothing, unless `makes` says so.
 * @throws {EnvironmentError}
 * @throws {OlderLog}
 */
export async function openData(
  { mayMismatchLog, mayLackKeys = false, ...options }: OpenDataOptions = {},
): Promise<Opened> {
  const environment = readEnvironment();
  const stores = await openStores(environment, options);
  const events = await openEvents({ ...stores, mayLackKeys, now, newId });
  const isFile = !isServer(environment.events.url);
  if (isFile && !mayMismatchLog) await refuseOlderLog(events.log, events.readModel);
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
