import { type Events, openEvents } from "../../events/open.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { openStores, type Stores } from "../stores.ts";

/** The product's data, for a command beside the service. */
export interface Opened extends Stores, Events {
  readonly environment: Environment;
}

/**
 * Opens what the environment names; the databases get today's schema.
 *
 * @throws {EnvironmentError}
 */
export async function openData(): Promise<Opened> {
  const environment = readEnvironment();
  const stores = await openStores(environment);
  const events = await openEvents({
    ...stores,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  return { environment, ...stores, ...events };
}
