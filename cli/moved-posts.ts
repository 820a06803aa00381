import { addressOf } from '../api/contract/addresses.ts';
import { savePublicFields } from '../api/documents/write.ts';
import type { Db } from '../db/client.ts';
import type { NewChange } from '../db/queries/changes.ts';
import { lockDocument } from '../db/queries/documents.ts';
import { findPostById } from '../db/queries/posts.ts';
import { updatePost } from '../db/queries/posts-table.ts';

/** Links to pages of the site, as sanitized content has them. */
const OWN_LINK = /(<a [^>]*?href=")(\/(?!\/)[^"?#]*?)(\/?(?:[?#][^"]*)?")/g;

/** Posts that have another slug here than in the file, and what links to them. */
export class MovedPosts {
  /** The slugs here, by the id of the post. */
  readonly #slugs = new Map<string, string>();
  /** The addresses here, by those in the file. */
  readonly #addresses = new Map<string, string>();
  /** Posts and drafts of this import with links to pages of the site. */
  readonly #linking = new Set<string>();

  add({ id, slug }: { id: string; slug: string }, to: string): void {
    this.#slugs.set(id, to);
    this.#addresses.set(addressOf(slug), addressOf(to));
  }

  addContent(id: string, content: string): void {
    if (content.search(OWN_LINK) !== -1) this.#linking.add(id);
  }

  /** Returns the target of a redirect to a post. What follows the address stays. */
  target(postId: string, target: string | null): string | null {
    const slug = this.#slugs.get(postId);
    if (slug === undefined) return target;
    return target?.replace(/^\/(?:post\/)?[^/?#]+/, addressOf(slug)) ?? null;
  }

  /** Changes the links to these posts. Keeps the times of the file. */
  async updateLinks(tx: Db, onChange: (change: NewChange) => void): Promise<void> {
    if (this.#addresses.size === 0) return;
    for (const id of this.#linking) {
      const post = await findPostById(tx, id);
      const content = post && this.#withLinks(post.content);
      if (post && content !== post.content) {
        await updatePost(tx, id, { content }, post.updatedAt);
        onChange({ action: 'publish', postId: id, slug: post.slug });
      }
      const document = await lockDocument(tx, id);
      const draft = document && this.#withLinks(document.content);
      if (document && draft !== document.content) {
        const by = { userId: document.userId, at: document.updatedAt };
        await savePublicFields(tx, document, { content: draft }, by);
      }
    }
  }

  #withLinks(content: string): string {
    return content.replace(OWN_LINK, (whole, start: string, path: string, end: string) => {
      const to = this.#addresses.get(path);
      return to === undefined ? whole : start + to + end;
    });
  }
}
