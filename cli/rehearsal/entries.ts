import { addressOf } from '../../api/contract/addresses.ts';
import type { RehearsalNote, RehearsedEntry } from '../../api/contract/imports.ts';
import type { Db } from '../../db/client.ts';
import { findPostById } from '../../db/queries/posts.ts';
import { preparedRecords } from '../apply-records.ts';
import type { Finding } from '../import-report.ts';
import type { RedirectRecord } from '../redirect-records.ts';

interface Options {
  db: Db;
  /** The file with the prepared records. */
  spool: string;
  findings: readonly Finding[];
  /** The address of the old site, if it's known. */
  oldSite: string | undefined;
}

interface Lists {
  entries: RehearsedEntry[];
  notes: RehearsalNote[];
  /** The redirects' addresses, also of those that were left out. */
  addresses: string[];
}

const isOfPost = ({ kind }: Finding) => kind === 'post' || kind === 'document';

/** Lists the posts and pages of an import with their outcomes, and all other notes. */
export async function entriesOf({ db, spool, findings, oldSite }: Options): Promise<Lists> {
  const { entries, redirects } = await readRecords(spool);
  for (const finding of findings.filter(isOfPost)) noteIn(entries, finding);
  const left = findings.filter(({ kind }) => kind === 'redirect').map(({ id }) => id);
  const byPost = Map.groupBy(redirects, ({ postId, to }) => postId || to);
  for (const [id, entry] of entries) {
    const own = byPost.get(id) ?? byPost.get(entry.newAddress) ?? [];
    entry.oldAddress = oldAddressOf(own, oldSite);
    if (entry.state !== 'public') entry.newAddress = null;
    else {
      const post = await findPostById(db, id);
      if (post) entry.newAddress = addressOf(post.slug);
    }
  }
  const notes = findings
    .filter((finding) => !isOfPost(finding))
    .map(({ kind, id, what }) => ({ kind, id, what }));
  const addresses = [...redirects.map(({ from }) => from), ...left];
  return { entries: [...entries.values()], notes, addresses: [...new Set(addresses)] };
}

type OldAddress = Pick<RedirectRecord, 'from' | 'to' | 'postId'>;

async function readRecords(spool: string) {
  const entries = new Map<string, RehearsedEntry>();
  const redirects: OldAddress[] = [];
  for await (const prepared of preparedRecords(spool)) {
    if (prepared.kind === 'redirects') {
      const { from, to, postId } = prepared.record;
      redirects.push({ from, to, postId });
    } else if (prepared.kind === 'posts') {
      const { id, title, slug } = prepared.record;
      const newAddress = addressOf(slug);
      const kind = newAddress === slug ? 'page' : 'post';
      entries.set(id, entry({ id, title, kind, state: 'public', newAddress }));
    } else if (prepared.kind === 'documents') {
      const { id, document } = prepared.record;
      const { title = '', kind = 'post' } = document;
      const state = document.status === 'scheduled' ? 'scheduled' : 'draft';
      if (!entries.has(id)) entries.set(id, entry({ id, title, kind, state }));
    }
  }
  return { entries, redirects };
}

function entry(
  known: Pick<RehearsedEntry, 'id' | 'title' | 'kind' | 'state'> & { newAddress?: string },
): RehearsedEntry {
  return { oldAddress: null, newAddress: null, notes: [], ...known };
}

/** Adds a note to its post. One that was left out gets an entry here. */
function noteIn(entries: Map<string, RehearsedEntry>, { id, what, before }: Finding): void {
  const known = entries.get(id);
  const { title } = Object(before) as { title?: unknown };
  const of =
    known ??
    entry({ id, title: typeof title === 'string' ? title : id, kind: 'post', state: 'left out' });
  of.notes.push(what);
  if (!known) entries.set(id, of);
}

/** Returns the address that readers knew: the first without a query that isn't a feed. */
function oldAddressOf(own: readonly OldAddress[], oldSite: string | undefined): string | null {
  const known = own.find(({ from }) => !from.includes('?') && !from.endsWith('/feed')) ?? own[0];
  if (known === undefined) return null;
  return oldSite === undefined ? known.from : oldSite + encodeURI(known.from);
}
