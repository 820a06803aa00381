import { addressOf, pageName } from '../../api/contract/addresses.ts';
import { slugOf } from '../../api/post-fields/slug.ts';
import type { RawRecord } from '../import-sources.ts';
import { toBlocks } from './html/to-blocks.ts';
import { stableId } from './ids.ts';
import { personRecord } from './people.ts';
import type { SourceContext } from './source.ts';
import { seoOf, termsOf } from './terms.ts';

/** A post or page of a service that exports HTML. */
export interface Article {
  /** Unique in the export; also the name of its file, for the report. */
  id: string;
  kind: 'post' | 'page';
  title: string;
  /** Its slug on the old site. */
  slug: string;
  html: string;
  description: string;
  tags: string[];
  /** ISO 8601. Undefined: unknown. */
  date: string | undefined;
  /** Why it isn't public, as a sentence. Empty if it is. */
  draftReason: string;
  /** Empty if the export doesn't say. */
  author: string;
  /** Paths on the old site. */
  former: string[];
}

/** Yields the records of articles. `system` is part of their ids. */
export function* articleRecords(
  system: string,
  articles: readonly Article[],
  context: SourceContext,
): Generator<RawRecord> {
  const writers = new Map<string, string>();
  for (const { author, date } of articles) {
    if (writers.has(author)) continue;
    const own = author === '' ? context.author : undefined;
    const id = own?.id ?? stableId('author', system, author);
    writers.set(author, id);
    const createdAt = date ?? context.now.toISOString();
    if (!own) yield personRecord({ id, name: author || 'Author', role: 'author', createdAt });
  }
  const places = articles.map((article) => ({ article, slug: slugFor(article) }));
  for (const isPublic of [true, false]) {
    for (const { article, slug } of places) {
      if ((article.draftReason === '') !== isPublic) continue;
      yield articleRecord(article, slug, {
        id: stableId('article', system, article.id),
        userId: writers.get(article.author) ?? '',
        context,
      });
    }
  }
  for (const { article, slug } of places) {
    const to = addressOf(slug);
    for (const from of article.draftReason === '' ? article.former : []) {
      if (from !== to) yield { collection: 'redirects', raw: { from, to, status: 301 } };
    }
  }
}

function articleRecord(
  article: Article,
  slug: string,
  { id, userId, context }: { id: string; userId: string; context: SourceContext },
): RawRecord {
  const { kind, title, html, description, tags, date, draftReason } = article;
  const isPublic = draftReason === '';
  const note = (what: string, before?: unknown) =>
    context.report.add(isPublic ? 'post' : 'document', id, `${article.id}: ${what}`, before);
  if (!isPublic) note(draftReason);
  if (date === undefined) note('It has no date, so it got the date of the import.');
  const path = article.kind === 'page' ? slug.slice(1) : slug;
  if (article.slug !== '' && path !== article.slug)
    note(`Its slug is "${slug}" now.`, article.slug);
  const at = date ?? context.now.toISOString();
  const raw = {
    _id: id,
    userId,
    kind,
    slug,
    title,
    content: toBlocks(html, { note }),
    ...termsOf({ categories: [], tags }, note),
    seo: seoOf({ description }, note),
    createdAt: at,
    updatedAt: at,
  };
  if (isPublic) return { collection: 'posts', raw };
  return { collection: 'documents', raw: { ...raw, status: 'draft' } };
}

function slugFor({ kind, slug, title }: Article): string {
  const made = slugOf(slug || title);
  return kind === 'post' ? made : `/${pageName(made)}`;
}
