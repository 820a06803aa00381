import { buffer } from 'node:stream/consumers';
import { FOLDER_FORMAT, FOLDER_VERSION, INDEX, postRecordOf } from '../folder/files.ts';
import type { RawRecord } from '../import-sources.ts';
import { CommandError } from '../terminal.ts';
import { type FileTree, readText } from './file-tree.ts';
import { parseYaml, splitFrontMatter } from './markdown/front-matter.ts';
import type { ForeignFormat } from './source.ts';

type Raw = Record<string, unknown>;

interface Index {
  feedOrigin: string;
  siteSettings: Raw | undefined;
  users: Raw[];
  pictures: Raw[];
  redirects: Raw[];
}

/** A folder that `npm run export -- --markdown` made. */
export const inkwellFolder: ForeignFormat = {
  name: 'inkwell',
  recognizes: ({ tree }) => tree?.files.includes(INDEX) === true,
  open: async ({ path, tree }) => {
    if (!tree) throw new CommandError(`${path} isn't a folder that npm run export made.`);
    const index = indexOf(await readText(tree, INDEX), path);
    const posts = tree.files.filter((file) => /^(?:posts|pages)\/.+\.md$/.test(file));
    const drafts = tree.files.filter((file) => /^drafts\/.+(?<!\.public)\.md$/.test(file));
    return {
      isOwn: true,
      summary: `Inkwell folder, ${posts.length} posts and pages, ${drafts.length} drafts`,
      feedOrigin: index.feedOrigin,
      siteSettings: index.siteSettings,
      picture: async (name) => await bytesOf(tree, `uploads/${name}`),
      records: async function* () {
        for (const raw of index.users) yield { collection: 'users', raw };
        for (const raw of index.pictures) yield { collection: 'pictures', raw };
        const documents: RawRecord[] = [];
        for (const file of posts) {
          const { raw, document } = splitPost(await recordOf(tree, file));
          yield { collection: 'posts', raw };
          documents.push(document);
        }
        for (const file of posts) yield* await commentsOf(tree, file);
        const drafted = new Set<unknown>();
        for (const file of drafts) {
          const raw = await draftOf(tree, file);
          drafted.add(raw._id);
          yield { collection: 'documents', raw };
        }
        // A post with unpublished changes also has a draft.
        yield* documents.filter(({ raw }) => !drafted.has(raw._id));
        for (const raw of index.redirects) yield { collection: 'redirects', raw };
      },
    };
  },
};

function indexOf(text: string, path: string): Index {
  let index: Raw;
  try {
    index = Object(JSON.parse(text)) as Raw;
  } catch (error) {
    throw new CommandError(`${path}/${INDEX} isn't valid JSON: ${(error as Error).message}.`);
  }
  if (index.format !== FOLDER_FORMAT) {
    throw new CommandError(`${path} isn't a folder that npm run export made.`);
  }
  if (!(Number(index.version) <= FOLDER_VERSION)) {
    throw new CommandError(`${path} was made by a newer version of Inkwell. Update this one.`);
  }
  const list = (value: unknown) => (Array.isArray(value) ? (value as Raw[]) : []);
  return {
    feedOrigin: String(index.feedOrigin ?? ''),
    siteSettings: index.siteSettings === undefined ? undefined : (index.siteSettings as Raw),
    users: list(index.users),
    pictures: list(index.pictures),
    redirects: list(index.redirects),
  };
}

async function recordOf(tree: FileTree, file: string): Promise<Raw> {
  const { fields, body } = splitFrontMatter(await readText(tree, file), file);
  return postRecordOf(fields, body);
}

/** Returns the public post and its document, which have the same content. */
function splitPost({ formerSlugs, views, publishedAt, ...raw }: Raw) {
  const document = {
    ...raw,
    series: raw.series ?? '',
    status: 'published',
    revision: 1,
    publishedRevision: 1,
    publishedAt,
    redirects: formerSlugs,
    views,
  };
  return { raw, document: { collection: 'documents', raw: document } satisfies RawRecord };
}

async function draftOf(tree: FileTree, file: string): Promise<Raw> {
  const draft = await recordOf(tree, file);
  const hidden = file.replace(/\.md$/, '.public.md');
  if (!tree.files.includes(hidden)) return draft;
  const comments = await commentsOf(tree, file);
  const post = await recordOf(tree, hidden);
  return { ...draft, hidden: { post, comments: comments.map(({ raw }) => raw) } };
}

async function commentsOf(tree: FileTree, file: string): Promise<RawRecord[]> {
  const beside = file.replace(/\.md$/, '.comments.yml');
  if (!tree.files.includes(beside)) return [];
  const found = parseYaml(await readText(tree, beside), { name: beside });
  const all = Array.isArray(found) ? (found as Raw[]) : [];
  return all.map((raw) => ({ collection: 'comments', raw }));
}

async function bytesOf(tree: FileTree, file: string): Promise<Buffer | undefined> {
  if (!tree.files.includes(file)) return undefined;
  return await buffer(await tree.open(file));
}
