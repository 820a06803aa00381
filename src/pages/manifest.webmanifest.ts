import type { APIRoute } from 'astro';
import { THEME_COLOR } from '../lib/head.ts';
import { site } from '../lib/site.ts';

/** For adding the site to a phone's home screen. */
export const GET: APIRoute = () => {
  const manifest = {
    name: site().name,
    short_name: site().name,
    description: site().description,
    lang: site().language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: THEME_COLOR,
    background_color: THEME_COLOR,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  });
};
