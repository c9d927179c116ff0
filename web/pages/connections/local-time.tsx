import { dateText, timeText } from "./words.ts";

interface LocalTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly hasTime?: boolean;
}

/**
 * A time that the browser shows in its own zone (`hydration/local-times.ts`); in UTC without
 * script.
 */
export function LocalTime({ at, hasTime = false }: LocalTimeProps) {
  return (
    <time dateTime={at} data-local={hasTime ? "time" : "date"}>
      {hasTime ? timeText(at) : dateText(at)}
    </time>
  );
}
