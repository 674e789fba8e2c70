declare module "htmx.org/dist/htmx.esm.js";
declare module "htmx.org/dist/ext/hx-sse.js";
