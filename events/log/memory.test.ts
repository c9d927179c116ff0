import { describeEventLog } from "./event-log.contract.ts";
import { createMemoryLog } from "./memory.ts";

describeEventLog("memory", async (now) => createMemoryLog(now));
