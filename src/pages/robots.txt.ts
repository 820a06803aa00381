import type { APIRoute } from 'astro';
import { siteUrl } from '../lib/runtime.ts';

export const GET: APIRoute = () =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\n\nSitemap: ${siteUrl()}/sitemap.xml\n`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );
