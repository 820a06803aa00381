/** What the screens of writers show: posts in every state, a series, tags, a profile, views. */
import type { Document, NewDocument } from '../../api/contract/documents.ts';
import { openDatabase } from '../../db/client.ts';
import { addReferrals, addViews } from '../../db/queries/views.ts';
import { call, type Session } from './calls.ts';
import type { DeskContent } from './state.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONG_TITLE =
  'What we learned from moving eleven years of handwritten notes, four content systems and one very long spreadsheet into plain files';
const TEXT =
  '<p>It begins behind the station, under a low brick arch.</p><p>Nobody uses that path before eight.</p>';

interface Site {
  url: string;
  dataDir: string;
}
interface StoredPost {
  _id: string;
  slug: string;
  title: string;
  category: string;
}

/** Writes them, and returns their addresses. */
export async function prepareDesk(site: Site, as: Session): Promise<DeskContent> {
  const act = (id: string, action: string, data?: object) =>
    call<Document>(site, 'POST', `document/${action}/${id}`, { as, ...(data && { data }) });
  const draft = (data: NewDocument) =>
    call<Document>(site, 'POST', 'document/create', { as, data: { content: TEXT, ...data } });
  const publish = async ({ _id, revision }: Document, at?: Date) => {
    const data = { revision, ...(at && { at: at.toISOString() }) };
    await call(site, 'POST', `document/publish/${_id}`, { as, data });
  };
  const { posts } = await call<{ posts: StoredPost[] }>(site, 'GET', 'post/getposts?limit=9');
  const change = async ({ _id, category }: StoredPost, fields: Partial<NewDocument>) => {
    const document = await draft({ postId: _id });
    const data = { revision: document.revision, category, ...fields };
    return await call<Document>(site, 'PUT', `document/update/${_id}`, { as, data });
  };
  const [first, second, third, fourth, fifth] = posts;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('Too few demo posts');

  const series = { title: 'Small tools, built slowly' };
  const parts = [first, second, third, fourth];
  for (const [index, post] of parts.entries()) {
    await publish(
      await change(post, {
        series: { ...series, position: index + 1 },
        tags: ['Craft', index % 2 ? 'Accessibility' : 'JavaScript', 'Notes from the workshop'],
        featured: index < 2,
      }),
    );
  }
  await change(fifth, { title: 'A better title that nobody has seen yet' });

  const category = 'javascript';
  const open = await draft({ title: 'Half an idea about footnotes', category, tags: ['Craft'] });
  await draft({ content: '<p>Only a few words so far, and no title.</p>' });
  await draft({ title: LONG_TITLE, category: 'reactjs', tags: ['Craft', 'Notes', 'Migration'] });
  await draft({ title: 'كيف تكتب الواجهات من اليمين إلى اليسار', category });
  await draft({ title: '静的なサイトに下書きと予約投稿を加えるまでの長い道のり', category });
  const scheduled = await draft({ title: 'On the quiet virtues of a changelog', category });
  await publish(scheduled, new Date(Date.now() + DAY_MS));
  const later = await draft({ title: LONG_TITLE.replace('eleven', 'twelve'), category });
  await publish(later, new Date(Date.now() + 1.1 * DAY_MS));
  const gone = await draft({ title: 'Withdrawn for now', category });
  await publish(gone);
  await act(gone._id, 'unpublish');
  const deleted = await draft({ title: 'A post in the trash', category });
  await publish(deleted);
  await act(deleted._id, 'trash');
  const moved = await draft({ title: 'An address that changed', category, slug: 'former-address' });
  await publish(moved);
  const next = { revision: moved.revision, slug: 'an-address-that-changed' };
  const renamed = await call<Document>(site, 'PUT', `document/update/${moved._id}`, {
    as,
    data: next,
  });
  await publish(renamed);
  const profile = {
    bio: 'Writes about small tools and slow software, mostly on trains. Before that: twelve years of newspapers, and one of carpentry.',
    links: ['https://example.com/notes', 'https://social.example/@admin'],
  };
  await call(site, 'PUT', `user/update/${as.user._id}`, { as, data: profile });
  const share = (days: number) =>
    call<{ url: string }>(site, 'POST', `document/previewlink/${open._id}`, { as, data: { days } });
  const link = await share(7);
  await share(30);
  await countViews(site, posts);
  return {
    draftId: open._id,
    scheduledId: scheduled._id,
    changedId: fifth._id,
    seriesPost: second.slug,
    trashedSlug: slugOf(deleted),
    formerSlug: 'former-address',
    previewPath: new URL(link.url).pathname,
  };
}

const slugOf = ({ slug }: Document) => slug;

/** Ninety days of views: fewer on weekends. */
async function countViews({ dataDir }: Site, posts: readonly StoredPost[]): Promise<void> {
  const database = await openDatabase(`file:${dataDir}/blog.db`);
  const today = Math.floor(Date.now() / DAY_MS);
  const days = Array.from({ length: 90 }, (_, ago) => today - ago);
  await database.transaction(async (tx) => {
    for (const day of days) {
      const base = (day % 7 < 5 ? 40 : 18) + ((day * 7919) % 23);
      const ids = ['', ...posts.map(({ _id }) => _id)];
      const rows = ids.map((postId, n) => ({ day, postId, views: Math.ceil(base / (n + 1)) }));
      await addViews(tx, rows);
      const hosts = ['news.example.com', 'search.example', 'a-very-long-host-name.example.org'];
      await addReferrals(
        tx,
        hosts.map((host, n) => ({ day, host, views: Math.ceil(base / (n + 3)) })),
      );
    }
  });
  await database.close();
}
