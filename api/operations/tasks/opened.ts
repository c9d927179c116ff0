import { type Events, type EventsDependencies, openEvents } from "../../../events/open.ts";
import { refuseOtherLog } from "../../node/broken-log.ts";
import { type Environment, readEnvironment } from "../../config/env.ts";
import { openStores, type OpenStoresOptions, type Stores } from "../../node/stores.ts";
import { isServer } from "../../config/combinations.ts";

/** The product's data, for a command beside the service. */
export interface Opened extends Stores, Events {
  readonly environment: Environment;
}

export interface OpenDataOptions
  extends
    Pick<OpenStoresOptions, "makes" | "acceptsLoss">,
    Partial<Pick<EventsDependencies, "mayLackKeys">> {
  /** For commands that repair the read tables, or say what is wrong: see `refuseOtherLog`. */
  readonly mayBeOther?: boolean;
}

/**
 * Opens what the environment names; the databases get today's schema. Creates nothing, unless `makes`
 * says so.
 *
 * @throws {EnvironmentError}
 * @throws {BrokenLog}
 */
export async function openData(
  options: OpenDataOptions = {},
): Promise<Opened> {
  const environment = readEnvironment();
  const stores = await openStores(environment, options);
  const events = await openEvents({
    ...stores,
    mayLackKeys: options.mayLackKeys ?? false,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  const isFile = !isServer(environment.events.url);
  if (isFile && !options.mayBeOther) await refuseOtherLog(events.log, events.readModel);
  return { environment, ...stores, ...events };
}
