import type { APIRoute } from 'astro';
import { findFormerSlug } from '../../../db/queries/redirects.ts';
import { database } from '../../lib/data.ts';
import { movedPage } from '../../lib/redirects.ts';
import { siteUrl } from '../../lib/runtime.ts';

/** The page at a former address of a post, for hosts that can't redirect. 404 at any other one. */
export const GET: APIRoute = async ({ params }) => {
  const former = await findFormerSlug(await database(), params.slug ?? '');
  if (former === undefined || former === 'gone') return new Response(null, { status: 404 });
  return new Response(movedPage(`${siteUrl()}/post/${former.movedTo}`), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
};
