import { commissioned } from "./commissioned.ts";
import { coverage } from "./coverage.ts";
import { freshness } from "./freshness.ts";
import { people } from "./people.ts";
import { profiles } from "./profiles.ts";
import { requests } from "./requests.ts";
import { retention } from "./retention.ts";
import { speed } from "./speed.ts";
import type { Statistic } from "./statistic.ts";
import { topics } from "./topics.ts";

export const statistics = {
  commissioned,
  people,
  requests,
  speed,
  topics,
  coverage,
  freshness,
  retention,
  profiles,
} as const satisfies Readonly<Record<string, Statistic>>;

export type StatisticName = keyof typeof statistics;
export const statisticNames = Object.keys(statistics) as readonly StatisticName[];
