// The table page: starts <muster-table> with what the server put into the page, and the service
// worker where the origin allows one.
import "./app";
import { startWorker } from "./worker";

void startWorker();
