import "../shared/siege-tracker";
import "../shared/news-line";
import { start } from "../shared/live";
import { once } from "../shared/once";

start();
once();
