import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_SERIES_LENGTH } from '../../../api/contract/documents.ts';
import { plural } from '../../import-report.ts';
import type { RawRecord } from '../../import-sources.ts';
import { CommandError } from '../../terminal.ts';
import { type FileTree, readText, singleFile } from '../file-tree.ts';
import type { ForeignFormat, ForeignSource, ImportPath, SourceContext } from '../source.ts';
import { type FileComment, readComments } from './comments.ts';
import { fieldsOf, tagsOf } from './convert.ts';
import { type Entry, readEntries } from './entries.ts';
import { Links } from './links.ts';
import { People } from './people.ts';
import { comparable } from './permalinks.ts';
import { KIND_NAMES, MARKDOWN, type MarkdownSite, readSite, siteAddress } from './site.ts';
import { TermPages } from './term-pages.ts';

/** Folders of Markdown files: Jekyll, Hugo, Astro, Eleventy, Obsidian, and any other. */
export const markdown: ForeignFormat = {
  name: 'markdown',
  recognizes: ({ path, tree }) => (tree?.files ?? [path]).some((file) => MARKDOWN.test(file)),
  open: async (path) => await openFolder(path),
};

interface Folder {
  tree: FileTree;
  site: MarkdownSite;
  comments: FileComment[];
  changedAt(file: string): Promise<number>;
}

async function openFolder({ path, tree: given }: ImportPath): Promise<ForeignSource> {
  if (!given && !MARKDOWN.test(path))
    throw new CommandError(`${path} isn't a Markdown file, or a folder or zip of them.`);
  const tree = given ?? singleFile(path);
  const site = await readSite(tree);
  if (site.files.length === 0) throw new CommandError(`${path} has no posts in Markdown.`);
  const comments = await readComments(tree, site);
  const changedAt = async (file: string) => {
    const own = await lstat(join(path, site.root, file)).catch(() => undefined);
    return Math.floor((own ?? (await lstat(path))).mtimeMs / 1000) * 1000;
  };
  const counts = [plural(site.files.length, 'Markdown file'), plural(comments.length, 'comment')];
  return {
    summary: `${KIND_NAMES[site.kind]}, ${counts.join(', ')}`,
    records: (context) => recordsOf({ tree, site, comments, changedAt }, context),
  };
}

async function* recordsOf(folder: Folder, context: SourceContext): AsyncGenerator<RawRecord> {
  const { tree, site, comments } = folder;
  const { report } = context;
  const entries = await readEntries({ ...folder, now: context.now });
  const address = siteAddress(site, context.baseUrl);
  const links = new Links(site, entries, { ...address, files: tree.files });
  for (const file of site.ignored) {
    report.add(
      'source',
      file,
      "Left out: it isn't a post or a page.",
      await readText(tree, site.root + file),
    );
  }
  const people = new People(site, context);
  const authors = new Map<string, string>();
  for (const entry of entries) authors.set(entry.id, await people.author(entry));
  const matched = comments.map((comment) => ({ comment, post: postOf(comment, entries) }));
  const commenters = new Map(comments.map((comment) => [comment.id, people.commenter(comment)]));
  yield* people.records;
  const series = seriesPlaces(entries);
  const termPages = new TermPages(site, tree.files);
  const records = (state: (entry: Entry) => boolean) =>
    postRecords(entries.filter(state), { folder, context, links, authors, series, termPages });
  yield* records(({ state }) => state === 'published');
  for (const { comment, post } of matched) {
    if (post) yield commentRecord(comment, post, commenters.get(comment.id) ?? '');
    else report.add('comment', comment.id, 'Left out: its post is not in the folder.', comment);
  }
  yield* records(({ state }) => state !== 'published');
  yield* redirects(entries);
  yield* termPages.redirects();
}

interface Posts {
  folder: Folder;
  context: SourceContext;
  links: Links;
  /** The accounts by the id of the post. */
  authors: ReadonlyMap<string, string>;
  series: ReadonlyMap<string, { title: string; position: number }>;
  termPages: TermPages;
}

async function* postRecords(
  entries: readonly Entry[],
  { folder, context, links, authors, series, termPages }: Posts,
): AsyncGenerator<RawRecord> {
  const { tree, site, changedAt } = folder;
  const { report, now } = context;
  for (const entry of entries) {
    const { id, state, file } = entry;
    const kind = state === 'published' ? 'post' : 'document';
    const note = (what: string, before?: unknown) =>
      report.add(kind, id, `${site.root}${file}: ${what}`, before);
    const fields = await fieldsOf(entry, { tree, links, note });
    const place = series.get(id);
    const date = new Date(entry.date).toISOString();
    const changed = entry.fields.date(
      'lastmod',
      'last_modified_at',
      'updated',
      'updatedDate',
      'modified',
      'modDatetime',
      'updated_at',
      'updatedAt',
      'lastUpdated',
    );
    const createdAt =
      entry.date > now.getTime() ? new Date(await changedAt(file)).toISOString() : date;
    const updatedAt =
      changed !== undefined && changed <= now.getTime()
        ? new Date(changed).toISOString()
        : createdAt;
    if (entry.isUndated) note("It has no date, so it got the file's.");
    const others = entry.fields.others;
    if (Object.keys(others).length > 0) {
      note(`A post has no fields for: ${Object.keys(others).join(', ')}.`, others);
    }
    const raw = {
      _id: id,
      userId: authors.get(id),
      ...fields,
      createdAt,
      updatedAt,
      ...(place && { series: place.title, seriesPosition: place.position }),
    };
    if (state === 'published') {
      termPages.add({ tag: tagsOf(entry, site), category: entry.categories }, fields);
      yield { collection: 'posts', raw };
    } else {
      const scheduledAt = state === 'scheduled' ? date : null;
      note(
        state === 'scheduled' ? `It's scheduled for ${date}.` : "It's a draft: it isn't public.",
      );
      yield {
        collection: 'documents',
        raw: { ...raw, status: state, scheduledAt },
      };
    }
  }
}

/** Returns the public post that a comment is for, by the name of its folder. */
function postOf({ slug }: FileComment, entries: readonly Entry[]): Entry | undefined {
  const name = ({ file, former, address }: Entry) =>
    [file, former, address].map((path) =>
      comparable(path).replace(/^.*\/(?:\d{4}-\d\d-\d\d-)?/, ''),
    );
  const own = entries.filter(({ state }) => state === 'published');
  return own.find((entry) => name(entry).includes(slug.toLowerCase()));
}

function commentRecord(
  { id, date, text, parentId }: FileComment,
  { id: postId, date: published }: Entry,
  userId: string,
): RawRecord {
  const at = new Date(date ?? published).toISOString();
  const raw = { _id: id, postId, userId, content: text, parentId, createdAt: at, updatedAt: at };
  return { collection: 'comments', raw };
}

/** Positions in series, in the order of dates. */
function seriesPlaces(entries: readonly Entry[]): Map<string, { title: string; position: number }> {
  const counts = new Map<string, number>();
  const places = new Map<string, { title: string; position: number }>();
  for (const { id, fields } of entries.toSorted((a, b) => a.date - b.date)) {
    const [title = ''] = fields.list('series');
    if (title === '' || title.length > MAX_SERIES_LENGTH) continue;
    const next = (counts.get(title) ?? 0) + 1;
    const position = Number(
      fields.text('series_order', 'seriesOrder', 'series_weight', 'seriesPosition'),
    );
    counts.set(title, next);
    places.set(id, { title, position: position > 0 ? Math.floor(position) : next });
  }
  return places;
}

/** Yields the old addresses of public posts. */
function* redirects(entries: readonly Entry[]): Generator<RawRecord> {
  const seen = new Set(entries.map(({ address }) => comparable(address)));
  for (const { state, former, aliases, address } of entries) {
    if (state !== 'published') continue;
    for (const path of [former, ...aliases]) {
      const from = pathOf(path, former);
      if (from === '' || seen.has(comparable(from))) continue;
      seen.add(comparable(from));
      yield { collection: 'redirects', raw: { from, to: address, status: 301 } };
    }
  }
}

/** An alias can be a full address, or relative to the one of its post. */
function pathOf(path: string, former: string): string {
  if (path === '') return '';
  return URL.parse(path, `https://site.invalid${former || '/'}`)?.pathname ?? '';
}
