import { addressOf } from '../../../api/contract/addresses.ts';
import type { RawRecord } from '../../import-sources.ts';
import type { SourceContext } from '../source.ts';
import { xmlElements } from '../xml.ts';
import { commentRecords, LeftOutComments } from './comments.ts';
import { contentOf } from './content.ts';
import { fieldsOf } from './fields.ts';
import { type Item, itemOf } from './item.ts';
import { People } from './people.ts';
import { redirectRecords } from './redirects.ts';
import { type Entry, type MenuItem, type Site, WXR } from './site.ts';
import { lineOf } from './text.ts';

/** Yields the records of an export, which `readSite` has read once. */
export async function* wordpressRecords(
  paths: readonly string[],
  site: Site,
  context: SourceContext,
): AsyncGenerator<RawRecord> {
  const writer = new Records(site, context);
  yield* writer.people.records();
  for (const path of paths) {
    for await (const element of xmlElements(path, WXR)) {
      if (element.name !== 'item') continue;
      const item = itemOf(element, site.clock);
      const entry = site.entries.get(item.id);
      if (entry && entry.type === item.type) yield* writer.post(item, entry);
    }
  }
  yield* writer.end();
}

class Records {
  readonly people: People;
  readonly #site: Site;
  readonly #context: SourceContext;
  readonly #left = new LeftOutComments();
  readonly #categories = new Set<string>();
  /** Slugs of tags by their names in small letters. */
  readonly #tags = new Map<string, string>();

  constructor(site: Site, context: SourceContext) {
    this.people = new People(site, context);
    this.#site = site;
    this.#context = context;
  }

  /** Yields a post with its comments, or a document for one that isn't public. */
  *post(item: Item, { type: kind, slug, isPublic }: Entry): Generator<RawRecord> {
    const { now, report } = this.#context;
    const id = this.#site.id('post', item.id);
    const note = (what: string, before?: unknown) => report.add('post', id, what, before);
    const { html, teaser } = contentOf(item, this.#site, note);
    const fields = fieldsOf(item, this.#site, teaser, note);
    const [author, ...coAuthors] = this.people.authorsOf(item);
    if (coAuthors.length > 0) {
      const names = coAuthors.map(({ name }) => name).join(', ');
      note(`A post has one author here. Also by: ${names}.`);
    }
    const createdAt = item.createdAt ?? item.updatedAt ?? now.getTime();
    const times = {
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(Math.max(createdAt, item.updatedAt ?? 0)).toISOString(),
    };
    const userId = this.people.idOf(author?.login);
    const raw = { _id: id, userId, kind, slug, content: html, ...fields, ...times };
    const comments = commentRecords(item.comments, id, {
      site: this.#site,
      left: this.#left,
      userIdOf: ({ id: own, login }) => (login === undefined ? own : this.people.idOf(login)),
    });
    if (isPublic) {
      this.#categories.add(fields.category);
      // A tag keeps the first slug.
      for (const { label, slug: tag } of fields.tags) {
        const name = label.toLowerCase();
        if (!this.#tags.has(name)) this.#tags.set(name, tag);
      }
      yield { collection: 'posts', raw };
      yield* comments;
    } else yield this.#draft(item, raw, comments, note);
  }

  #draft(
    item: Item,
    raw: Record<string, unknown>,
    comments: RawRecord[],
    note: (what: string) => void,
  ): RawRecord {
    const { now } = this.#context;
    const isScheduled = item.status === 'future' && (item.createdAt ?? 0) > now.getTime();
    note(draftReason(item, isScheduled));
    const status = isScheduled ? 'scheduled' : comments.length > 0 ? 'unpublished' : 'draft';
    const hidden = { post: raw, comments: comments.map((each) => each.raw) };
    return {
      collection: 'documents',
      raw: {
        ...raw,
        status,
        scheduledAt: isScheduled ? raw.createdAt : null,
        ...(status === 'unpublished' && { hidden }),
      },
    };
  }

  /** Yields the redirects, and reports what concerns the whole site. */
  *end(): Generator<RawRecord> {
    const { report, now } = this.#context;
    this.#left.report(report);
    if (this.#site.clock.guesses > 0) {
      report.add(
        'source',
        'dates',
        "The export doesn't have the time zone of drafts. Their dates were read as UTC.",
      );
    }
    for (const [type, records] of this.#site.others) {
      if (type === 'nav_menu_item') continue;
      const titles = records.map(({ title, link }) => lineOf(title) || link);
      const what = `${records.length} of the type "${type}" left out: only posts and pages are imported.`;
      report.add('source', type, what, titles);
    }
    for (const [name, items] of Map.groupBy(this.#site.menus, ({ menu }) => menu)) {
      const what = `The menu "${name}" isn't set up here. To use it, add these links under Settings > Navigation.`;
      report.add('source', `menu ${name}`, what, menuLinks(items, this.#site));
    }
    const used = { categories: this.#categories, tags: this.#tags };
    yield* redirectRecords(this.#site, used, now.toISOString());
  }
}

function draftReason({ status, password }: Item, isScheduled: boolean): string {
  if (password !== '') return 'Is a draft here: it had a password.';
  if (isScheduled) return 'Is scheduled for the same time.';
  if (status === 'future') return 'Is a draft here: it was scheduled for a time that has passed.';
  return `Is a draft here: its status was "${status}".`;
}

function menuLinks(items: MenuItem[], site: Site): { label: string; url: string }[] {
  return items
    .sort((a, b) => a.order - b.order)
    .map(({ label, url, object, objectId }) => {
      const entry = site.entries.get(objectId);
      const term = [...site.terms.values()].find(
        ({ taxonomy, slug, name }) => taxonomy === object && (slug === objectId || name === label),
      );
      const isTerm = object === 'category' || object === 'post_tag';
      const termPath = `/${object === 'category' ? 'category' : 'tag'}/${term?.slug ?? ''}`;
      const own = site.newAddress(url) ?? url;
      const address =
        isTerm && term ? termPath : object !== 'custom' && entry ? addressOf(entry.slug) : own;
      return { label: lineOf(label) || entry?.title || term?.name || '', url: address };
    });
}
