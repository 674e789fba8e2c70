import "../shared/siege-tracker";
import "../shared/news-line";
import "./moment";
import { start } from "../shared/live";
import { room } from "./room";

start();
room();
