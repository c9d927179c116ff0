import { Problem } from "../problems.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Id that a path names, in lower case.
 *
 * @param message What is said of one that is none.
 * @throws {Problem} 404 for what is no UUID.
 */
export function idOf(param: string, message = "Not found"): string {
  const id = param.toLowerCase();
  if (!uuid.test(id)) throw new Problem(404, message);
  return id;
}
