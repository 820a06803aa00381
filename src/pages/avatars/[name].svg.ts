import type { APIRoute } from 'astro';
import { avatarSvg } from '../../../api/contract/avatars.ts';

/** Default profile pictures, drawn when they're requested: `/avatars/{letters}-{color}.svg`. */
export const GET: APIRoute = ({ params }) => {
  const svg = avatarSvg(params.name ?? '');
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
};
