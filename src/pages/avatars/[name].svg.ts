import type { APIRoute } from 'astro';
import { avatarSvg } from '../../lib/avatars.ts';

/** The picture of a user who has chosen none: `/avatars/{initial}-{colors}.svg`. */
export const GET: APIRoute = ({ params }) => {
  const svg = avatarSvg(params.name ?? '');
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
};
