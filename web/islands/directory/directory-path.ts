import { directoryParams, type DirectoryQuery } from "../../../api/contract/directory.ts";
import { type DirectoryName, paths } from "../../paths.ts";

/** A directory with a query in its address; an empty query gives the bare path. */
export function directoryPath(name: DirectoryName, query: DirectoryQuery): string {
  const search = directoryParams({ ...query, role: undefined }).toString();
  return search === "" ? paths[name]() : `${paths[name]()}?${search}`;
}
