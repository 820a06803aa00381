import type { APIRoute } from 'astro';
import { siteUrl } from '../../lib/runtime.ts';
import { securityTxt } from '../../lib/security-txt.ts';
import { site } from '../../lib/site.ts';

export const GET: APIRoute = () =>
  new Response(securityTxt(site(), siteUrl(), new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
