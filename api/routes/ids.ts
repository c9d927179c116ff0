import { Problem } from "../problems.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * An id in a path, in lower case.
 *
 * @param message For an invalid id.
 * @throws {Problem} 404 if it isn't a UUID.
 */
export function idOf(param: string, message = "Not found"): string {
  const id = param.toLowerCase();
  if (!uuid.test(id)) throw new Problem(404, message);
  return id;
}
