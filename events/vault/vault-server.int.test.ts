import { databaseOnServer, describeWithLibsqlServer } from "../testing/libsql-server.ts";
import { describeVault } from "./vault.contract.ts";

describeWithLibsqlServer("the vault on a libSQL server", () => {
  describeVault("a libSQL server", databaseOnServer);
});
