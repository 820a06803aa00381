import { csvCell } from '../../../api/http/csv.ts';
import { plural } from '../../import-report.ts';
import type { RawRecord } from '../../import-sources.ts';
import { stableId } from '../ids.ts';
import { personRecord } from '../people.ts';
import type { ForeignFormat, ForeignSource, ImportPath, SourceContext } from '../source.ts';
import { seoOf, termsOf } from '../terms.ts';
import { addressOf, contentOf, GhostAddresses, isPage } from './content.ts';
import {
  byPost,
  type GhostExport,
  idOf,
  isTrue,
  jsonFiles,
  looksLikeGhost,
  type Row,
  readExport,
  textOf,
} from './export.ts';
import { reasonOf, reportFields, stateOf } from './state.ts';

/** Exports of Ghost 1 to 6: a JSON file, or a zip or folder with it and the pictures. */
export const ghost: ForeignFormat = {
  name: 'ghost',
  recognizes,
  open: async (path) => await openExport(path),
};

async function recognizes({ head, tree }: ImportPath): Promise<boolean> {
  if (!tree) return looksLikeGhost(head);
  for (const file of jsonFiles(tree)) {
    for await (const chunk of await tree.open(file)) {
      if (looksLikeGhost(String(chunk))) return true;
      break;
    }
  }
  return false;
}

async function openExport(path: ImportPath): Promise<ForeignSource> {
  const source = await readExport(path);
  const { posts = [], members = [] } = source.tables;
  const pages = posts.filter(isPage).length;
  const counts = [
    plural(posts.length - pages, 'post'),
    plural(pages, 'page'),
    plural(members.length, 'member'),
  ];
  return {
    summary: `Ghost ${source.version} export, ${counts.join(', ')}`,
    records: (context) => recordsOf(source, context),
  };
}

async function* recordsOf(source: GhostExport, context: SourceContext): AsyncGenerator<RawRecord> {
  const { tables } = source;
  const site = siteOf(source);
  const addresses = new GhostAddresses(source, context.baseUrl);
  await reportOthers(source, context, addresses);
  const authors = byPost(tables.posts_authors);
  const people = await accountsOf(source, context, { site, authors });
  yield* people.records;
  const posts: Omit<Posts, 'isPublic'> = {
    source,
    context,
    site,
    addresses,
    authors,
    accounts: people.accounts,
    tags: byPost(tables.posts_tags),
    metas: byPost(tables.posts_meta),
  };
  yield* postRecords({ ...posts, isPublic: true });
  yield* postRecords({ ...posts, isPublic: false });
  for (const post of tables.posts ?? []) {
    const from = `/${textOf(post.slug)}`;
    const isMoved = stateOf(post, context.now) === 'published' && slugFor(post) !== from;
    if (!isMoved || from === '/') continue;
    const to = isPage(post) ? slugFor(post) : addressOf(post);
    yield { collection: 'redirects', raw: { from, to, status: 301 } };
  }
}

/** A name for the site that stays the same in later exports. */
function siteOf({ tables }: GhostExport): string {
  const title = (tables.settings ?? []).find(({ key }) => key === 'title');
  return textOf(title?.value);
}

/** Reports what isn't imported. */
async function reportOthers(
  { tables }: GhostExport,
  { report, keepFile }: SourceContext,
  addresses: GhostAddresses,
): Promise<void> {
  const { members = [], settings = [], comments = [], posts = [] } = tables;
  if (members.length > 0) {
    const file = await keepFile('members.csv', csvOf(members));
    report.add('source', 'members', `Members aren't imported. They're in ${file}.`);
  }
  if (comments.length > 0) report.add('source', 'comments', "Comments aren't imported.", comments);
  for (const { key, value } of settings) {
    const isCode = /^(?:codeinjection|ghost)_(?:head|foot)$/.test(textOf(key));
    if (isCode && textOf(value).trim() !== '') {
      report.add('source', textOf(key), 'Code for all pages was left out.', value);
    }
  }
  if (!addresses.hasSite && JSON.stringify(posts).includes('__GHOST_URL__')) {
    const what =
      'Addresses of the site became paths. Use --base-url for the address of the old site.';
    report.add('source', 'site', what);
  }
}

function csvOf(members: readonly Row[]): string {
  const columns = ['email', 'name', 'note', 'subscribed', 'status', 'created_at'];
  const cell = (value: unknown) => csvCell(String(value ?? ''));
  const lines = members.map((member) => columns.map((name) => cell(member[name])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

/**
 * Returns the accounts of authors by their ids in the export, and the new ones. The empty id is for
 * posts without an author.
 */
async function accountsOf(
  { tables }: GhostExport,
  { accountOf, author }: SourceContext,
  { site, authors }: { site: string; authors: ReadonlyMap<string, Row[]> },
) {
  const accounts = new Map<string, string>();
  const records: RawRecord[] = [];
  const writers = new Set([
    ...(tables.posts ?? []).map(({ author_id }) => idOf(author_id)),
    ...[...authors.values()].map(([first]) => idOf(first?.author_id)),
  ]);
  for (const user of (tables.users ?? []).filter(({ id }) => writers.has(idOf(id)))) {
    const account = await accountOf(textOf(user.email));
    const id = account?.id ?? stableId('ghost-user', site, textOf(user.slug) || idOf(user.id));
    accounts.set(idOf(user.id), id);
    if (account) continue;
    const createdAt = textOf(user.created_at) || '2013-01-01T00:00:00.000Z';
    const bio = textOf(user.bio).slice(0, 500);
    records.push(personRecord({ id, name: textOf(user.name), role: 'author', createdAt, bio }));
  }
  if (author) accounts.set('', author.id);
  else if (!(tables.posts ?? []).every((post) => accounts.has(firstAuthor(post, authors)))) {
    const id = stableId('ghost-user', site, '');
    const name = site || 'Author';
    accounts.set('', id);
    records.push(personRecord({ id, name, role: 'author', createdAt: '2013-01-01T00:00:00.000Z' }));
  }
  return { accounts, records };
}

function firstAuthor({ id, author_id }: Row, authors: ReadonlyMap<string, Row[]>): string {
  return idOf(authors.get(idOf(id))?.[0]?.author_id ?? author_id);
}

interface Posts {
  source: GhostExport;
  context: SourceContext;
  site: string;
  addresses: GhostAddresses;
  /** Rows by the id of the post. */
  authors: ReadonlyMap<string, Row[]>;
  tags: ReadonlyMap<string, Row[]>;
  metas: ReadonlyMap<string, Row[]>;
  accounts: ReadonlyMap<string, string>;
  isPublic: boolean;
}

async function* postRecords(posts: Posts): AsyncGenerator<RawRecord> {
  const { source, context, site, isPublic, metas } = posts;
  for (const row of source.tables.posts ?? []) {
    const state = stateOf(row, context.now);
    if ((state === 'published') !== isPublic) continue;
    const id = stableId('ghost-post', site, idOf(row.id) || textOf(row.slug));
    const note = (what: string, before?: unknown) =>
      context.report.add(
        isPublic ? 'post' : 'document',
        id,
        `${textOf(row.slug)}: ${what}`,
        before,
      );
    const post = { ...row, ...withoutNull(metas.get(idOf(row.id))?.[0]) };
    const fields = { _id: id, ...(await fieldsOf(post, posts, note)) };
    if (isPublic) yield { collection: 'posts', raw: fields };
    else {
      note(reasonOf(post, state));
      const scheduledAt = state === 'scheduled' ? post.published_at : null;
      yield { collection: 'documents', raw: { ...fields, status: state, scheduledAt } };
    }
  }
}

async function fieldsOf(
  post: Row,
  { source, context, addresses, authors, tags, accounts }: Posts,
  note: (what: string, before?: unknown) => void,
): Promise<Record<string, unknown>> {
  const id = idOf(post.id);
  const [, ...others] = (authors.get(id) ?? []).map(({ author_id }) => idOf(author_id));
  const userId = accounts.get(firstAuthor(post, authors)) ?? accounts.get('');
  if (others.length > 0)
    note('Other authors were left out: a post has one.', namesOf(source, others));
  const { content, image, shareImage } = await contentOf(post, { source, addresses, note });
  const createdAt = textOf(post.published_at) || textOf(post.created_at);
  const isEarly = Date.parse(createdAt) > context.now.getTime();
  const created = isEarly ? textOf(post.created_at) : createdAt;
  reportFields(post, note);
  const seo = {
    title: textOf(post.meta_title),
    description: textOf(post.meta_description) || textOf(post.custom_excerpt),
    canonical: textOf(post.canonical_url),
    image: shareImage,
  };
  return {
    ...termsOf({ categories: [], tags: tagsOf(source, tags.get(id) ?? []) }, note),
    ...{
      userId,
      content,
      image,
      createdAt: created,
      updatedAt: textOf(post.updated_at) || created,
    },
    title: textOf(post.title),
    kind: isPage(post) ? 'page' : 'post',
    slug: slugFor(post),
    imageAlt: textOf(post.feature_image_alt),
    isFeatured: isTrue(post.featured),
    language: textOf(post.locale).replace('_', '-'),
    seo: seoOf(seo, note),
  };
}

/** The stored slug: a page's is its path. */
function slugFor(post: Row): string {
  return addressOf(post).replace(/^\/post\//, '');
}

/** Tags whose names begin with # are for the theme. */
function tagsOf({ tables }: GhostExport, rows: readonly Row[]): string[] {
  const byId = new Map((tables.tags ?? []).map((tag) => [idOf(tag.id), tag]));
  return rows
    .map(({ tag_id }) => byId.get(idOf(tag_id)))
    .filter(
      (tag) =>
        tag !== undefined && tag.visibility !== 'internal' && !textOf(tag.name).startsWith('#'),
    )
    .map((tag) => textOf(tag?.name));
}

function namesOf({ tables }: GhostExport, ids: readonly string[]): string[] {
  return (tables.users ?? [])
    .filter(({ id }) => ids.includes(idOf(id)))
    .map(({ name }) => textOf(name));
}

function withoutNull(row: Row | undefined): Row {
  const known = Object.entries(row ?? {}).filter(
    ([name, value]) => value !== null && name !== 'id',
  );
  return Object.fromEntries(known);
}
