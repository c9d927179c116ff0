/** Secrets in files. Unlike variables, they aren't shown in lists of processes or containers. */
/**
 * Variables that aren't empty, with the contents of files that `_FILE` variables name.
 * @param problems Gets a line for each file that can't be used.
 */
export function withSecretsFromFiles(
  values: Readonly<Record<string, string | undefined>>,
  secretNames: readonly string[],
  readFile: (path: string) => string,
  problems: string[],
): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value.trim() === "" ? [] : [[name, value.trim()]]
    ),
  );
  for (const name of secretNames) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      problems.push(`${name}_FILE: ${name} is set as well; set one of them`);
      continue;
    }
    try {
      const content = readFile(path).trim();
      if (content === "") problems.push(`${name}_FILE: ${path} is empty`);
      else given[name] = content;
    } catch {
      problems.push(`${name}_FILE: ${path} can't be read`);
    }
  }
  return given;
}
