import "../shared/siege-tracker";
import { start } from "../shared/live";
import { once } from "../shared/once";

start();
once();
