import { describeEventLog } from "./event-log.contract.ts";
import { createMemoryLog } from "./memory.ts";
import { describeOutbox } from "./outbox.contract.ts";

describeEventLog("memory", async (now) => createMemoryLog(now));
describeOutbox("memory", async (now) => createMemoryLog(now));
