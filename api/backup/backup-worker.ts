import { answerInWorker } from "../../events/worker.ts";
import { makeBackup } from "./make-backup.ts";

answerInWorker(makeBackup);
