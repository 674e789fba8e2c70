import "../shared/siege-tracker";
import "./moment";
import { start } from "../shared/live";
import { room } from "./room";

start();
room();
