// The replay: starts <muster-replay> with what the server put into the page.
import "../shared/siege-tracker";
import "./app";
