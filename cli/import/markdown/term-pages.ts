import { tagSlug } from '../../../api/post-fields/tags.ts';
import { normalForm } from '../../../db/words.ts';
import type { RawRecord } from '../../import-sources.ts';
import { isRecord } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';
import { listOf, textOf } from './values.ts';

type Kind = 'tag' | 'category';

/** The pages of a tag or a category on the old site. `:name` stands for the term. */
interface Pattern {
  kind: Kind;
  path: string;
}

const KINDS = ['tag', 'category'] as const;
const PLURALS = { tag: 'tags', category: 'categories' } as const;

/**
 * Redirects from the pages of tags and categories that the old site had: Hugo makes them by itself,
 * Jekyll with the plugin jekyll-archives, and Astro if `src/pages` has a route for them.
 */
export class TermPages {
  readonly #patterns: Pattern[];
  readonly #isHugo: boolean;
  /** The new addresses of terms. */
  readonly #targets: Record<Kind, Map<string, string>> = { tag: new Map(), category: new Map() };

  constructor(site: MarkdownSite, files: readonly string[]) {
    this.#isHugo = site.kind === 'hugo';
    this.#patterns = patternsOf(site, files);
  }

  /** Adds the terms of a public post: those of the file, and what they became. */
  add(
    terms: Record<Kind, readonly string[]>,
    { category, categoryLabel, tags }: Record<string, unknown>,
  ): void {
    const labels = new Map(listOf(tags).map((label) => [normalForm(label), label]));
    const own = normalForm(textOf(categoryLabel) || textOf(category));
    for (const kind of KINDS) {
      for (const term of terms[kind]) {
        const label = labels.get(normalForm(term));
        const isCategory = kind === 'category' && normalForm(term) === own;
        const to = isCategory ? `/category/${textOf(category)}` : label && `/tag/${tagSlug(label)}`;
        // As a category, a term has a page of its own.
        if (to && (isCategory || !this.#targets[kind].has(term))) this.#targets[kind].set(term, to);
      }
    }
  }

  *redirects(): Generator<RawRecord> {
    const seen = new Set<string>();
    for (const { kind, path } of this.#patterns) {
      for (const [term, to] of this.#targets[kind]) {
        const from = path.replace(':name', this.#nameOf(term));
        // Ours may be at the same address.
        if (seen.has(from) || from === to) continue;
        seen.add(from);
        yield { collection: 'redirects', raw: { from, to, status: 301 } };
      }
    }
  }

  /** The term in an address. Hugo keeps more characters than the others. */
  #nameOf(term: string): string {
    const name = term.trim().toLowerCase();
    return this.#isHugo
      ? name.replace(/\s+/g, '-')
      : name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  }
}

function patternsOf({ kind, config, root }: MarkdownSite, files: readonly string[]): Pattern[] {
  if (kind === 'hugo') {
    const disabled = listOf(config.disableKinds);
    if (disabled.includes('term') || disabled.includes('taxonomy')) return [];
    const names = isRecord(config.taxonomies)
      ? Object.values(config.taxonomies).map(textOf)
      : Object.values(PLURALS);
    return KINDS.filter((each) => names.includes(PLURALS[each])).map((each) => ({
      kind: each,
      path: `/${PLURALS[each]}/:name`,
    }));
  }
  if (kind === 'jekyll') {
    const archives = config['jekyll-archives'];
    if (!isRecord(archives)) return [];
    const enabled = archives.enabled === 'all' ? ['tags', 'categories'] : listOf(archives.enabled);
    const links = isRecord(archives.permalinks) ? archives.permalinks : {};
    return KINDS.filter((each) => enabled.includes(PLURALS[each])).map((each) => ({
      kind: each,
      path: withoutSlash(textOf(links[each]) || `/${each}/:name/`),
    }));
  }
  if (kind !== 'astro') return [];
  return KINDS.flatMap((each) =>
    [each, PLURALS[each]]
      .filter((name) => files.some((file) => file.startsWith(`${root}src/pages/${name}/[`)))
      .map((name) => ({ kind: each, path: `/${name}/:name` })),
  );
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/+$/, '');
