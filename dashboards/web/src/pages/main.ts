import "../shared/siege-tracker";
import { start } from "../shared/live";

start();
