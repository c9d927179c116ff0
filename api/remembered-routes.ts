import type { Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { LRUCache } from "lru-cache";

/** More than there are pages and calls without a parameter. Strangers can ask for any address. */
const mostAddresses = 200;

/**
 * A router that remembers the handlers of addresses without parameters. Finding them, with all middleware before
 * them, takes as long as a read from a database. A parameter can be a secret, such as the token of a mailed link.
 */
export class RememberedRoutes<T> extends TrieRouter<T> {
  readonly #found = new LRUCache<string, Result<T>>({ max: mostAddresses });

  override match(method: string, path: string): Result<T> {
    const address = `${method} ${path}`;
    const known = this.#found.get(address);
    if (known !== undefined) return known;
    const found = super.match(method, path);
    const [handlers] = found;
    if (handlers.every(([, parameters]) => Object.keys(parameters).length === 0)) {
      this.#found.set(address, found);
    }
    return found;
  }
}
