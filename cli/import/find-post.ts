import { decodedPart } from '../../api/contract/urls.ts';
import type { Db } from '../../db/client.ts';
import { findPathRedirect } from '../../db/queries/path-redirects.ts';
import { findPostBySlug } from '../../db/queries/posts.ts';
import { findFormerSlug } from '../../db/queries/redirects.ts';
import { findPostsByTitle } from '../../db/queries/titles.ts';

/**
 * Returns the id of the post that was at an address of the old site: by a redirect from there, by
 * the last part of the address as a slug, or by its title, if no other post has it.
 */
export async function findPostAt(
  db: Db,
  { address, title }: { address: string; title: string },
): Promise<string | undefined> {
  const path = pathOf(address);
  for (const slug of [await redirectedSlug(db, path), slugIn(path)]) {
    const found = slug === undefined ? undefined : await findBySlug(db, slug);
    if (found !== undefined) return found;
  }
  const [found, other] = title === '' ? [] : await findPostsByTitle(db, title, 2);
  return other === undefined ? found?.id : undefined;
}

/** The decoded path of an address, without a slash at its end. */
function pathOf(address: string): string {
  const { pathname = '' } = URL.parse(address, 'http://localhost') ?? {};
  return decodedPart(pathname.replace(/\/(?:index\.\w+)?$/, ''));
}

async function redirectedSlug(db: Db, path: string): Promise<string | undefined> {
  for (const from of path === '' ? [] : [path, `${path}/`]) {
    const redirect = await findPathRedirect(db, from);
    const [, slug] = /^\/post\/([^/]+)$/.exec(redirect?.to ?? '') ?? [];
    if (slug !== undefined) return slug;
  }
  return undefined;
}

function slugIn(path: string): string | undefined {
  return path
    .split('/')
    .at(-1)
    ?.replace(/\.\w{2,5}$/, '');
}

async function findBySlug(db: Db, slug: string): Promise<string | undefined> {
  const post = await findPostBySlug(db, slug);
  if (post) return post.id;
  const former = await findFormerSlug(db, slug);
  if (former === undefined || former === 'gone') return undefined;
  return (await findPostBySlug(db, former.movedTo))?.id;
}
