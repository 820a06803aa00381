import type { APIRoute } from 'astro';
import stylesheet from '../styles/feed.css?url';

/** What feeds look like in a browser, at an address that stays: the server writes feeds, too. */
export const GET: APIRoute = () =>
  new Response(`@import url("${stylesheet}");\n`, { headers: { 'content-type': 'text/css' } });
