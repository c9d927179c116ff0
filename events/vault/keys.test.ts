import { temporaryDatabase } from "../testing/database.ts";
import { describeVault } from "./vault.contract.ts";

describeVault("a file", () => temporaryDatabase());
