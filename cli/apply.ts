import { isPageSlug } from '../api/contract/addresses.ts';
import { REDIRECTS_PATH } from '../api/contract/urls.ts';
import { nextUpdatedAt } from '../api/documents/status.ts';
import { savePublicFields } from '../api/documents/write.ts';
import {
  changesOfFormerCategory,
  keepCategoryLabel,
  resolveCategory,
} from '../api/post-fields/category-label.ts';
import { seriesSlug } from '../api/post-fields/series.ts';
import type { Db } from '../db/client.ts';
import {
  type NewChange,
  recordChanges,
  recordComments,
  recordPage,
} from '../db/queries/changes.ts';
import { saveFollow } from '../db/queries/comment-follows.ts';
import { lockDocument } from '../db/queries/documents.ts';
import { isPathTaken, uniquePath } from '../db/queries/pages.ts';
import { insertPathRedirect } from '../db/queries/path-redirects.ts';
import { findPictures, insertPicture } from '../db/queries/pictures.ts';
import { findPostById, type PostRow } from '../db/queries/posts.ts';
import {
  findHiddenPost,
  hasPost,
  insertPost,
  takenSlugs,
  updatePost,
} from '../db/queries/posts-table.ts';
import { saveSeriesOf } from '../db/queries/series.ts';
import { uniqueSlug } from '../db/queries/slugs.ts';
import { saveTagsOf } from '../db/queries/tags.ts';
import { PUBLIC_FIELDS, pick } from '../db/schema.ts';
import { CommentApplier } from './apply-comments.ts';
import { applyDocument } from './apply-documents.ts';
import { UserApplier, type UserApplierOptions } from './apply-users.ts';
import type { DocumentRecord } from './document-records.ts';
import { mapPictures, withStored } from './import/pictures/addresses.ts';
import type { ImportReport, Outcome } from './import-report.ts';
import { MovedPosts } from './moved-posts.ts';
import type { Prepared } from './prepared.ts';
import type { PictureRecord, PostRecord } from './records.ts';
import type { RedirectRecord } from './redirect-records.ts';

const timesOf = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

interface ApplierOptions extends Omit<UserApplierOptions, 'onChange'> {
  now: Date;
  /** New addresses of pictures from other sites, by the old ones. */
  pictures: ReadonlyMap<string, string>;
}

/**
 * Writes prepared records to the database: users first, then posts, then comments. A record whose
 * id exists is updated if its `updatedAt` is newer. Doesn't sanitize.
 */
export class Applier {
  readonly #tx: Db;
  readonly #report: ImportReport;
  readonly #now: Date;
  readonly #pictures: ReadonlyMap<string, string>;
  readonly #users: UserApplier;
  readonly #comments: CommentApplier;
  readonly #posts = new Set<string>();
  /** Posts that this import has inserted, with documents that their own records replace. */
  readonly #added = new Set<string>();
  readonly #moved = new MovedPosts();
  #hasRedirects = false;
  /** What the nodes have to publish, one change per post. */
  readonly #changes = new Map<string, NewChange>();

  constructor({ tx, report, now, merge, pictures }: ApplierOptions) {
    this.#tx = tx;
    this.#report = report;
    this.#now = now;
    this.#pictures = pictures;
    const onChange = (change: NewChange) => this.#publish(change);
    this.#users = new UserApplier({ tx, report, merge, onChange });
    this.#comments = new CommentApplier({
      tx,
      report,
      users: this.#users,
      hasPost: (id) => this.#hasPost(id),
    });
  }

  /** Call it after the last record, at the end of the transaction. */
  async finish(): Promise<void> {
    await this.#comments.finish();
    await this.#moved.updateLinks(this.#tx, (change) => this.#publish(change));
    await this.recordChanges();
  }

  /**
   * Records what the nodes have to publish. Call it last in each transaction: it locks the feed of
   * changes.
   */
  async recordChanges(): Promise<void> {
    await recordChanges(this.#tx, [...this.#changes.values()], this.#now, { isBulk: true });
    const commented = [...this.#comments.posts].filter((id) => !this.#changes.has(id));
    await recordComments(this.#tx, commented, this.#now);
    if (this.#hasRedirects) await recordPage(this.#tx, REDIRECTS_PATH, this.#now);
    this.#changes.clear();
    this.#comments.posts.clear();
    this.#hasRedirects = false;
  }

  #publish(change: NewChange): void {
    this.#changes.set(change.postId, change);
  }

  apply(prepared: Prepared): Promise<Outcome> {
    const { kind, record } = mapPictures(prepared, (post) => withStored(post, this.#pictures));
    switch (kind) {
      case 'users':
        return this.#users.apply(record);
      case 'pictures':
        return this.#picture(record);
      case 'posts':
        return this.#post(record);
      case 'comments':
        return this.#comments.apply(record);
      case 'documents':
        return this.#document(record);
      case 'redirects':
        return this.#redirect(record);
    }
  }

  async #redirect({ createdAt, postId, ...record }: RedirectRecord): Promise<Outcome> {
    const to = this.#moved.target(postId, record.to);
    const values = { ...record, to, createdAt: new Date(createdAt) };
    if (!(await insertPathRedirect(this.#tx, values))) return 'unchanged';
    this.#hasRedirects = true;
    return 'added';
  }

  async #picture(record: PictureRecord): Promise<Outcome> {
    const [current] = await findPictures(this.#tx, [record.url]);
    if (current) return 'unchanged';
    const userId = record.userId === null ? null : this.#users.idOf(record.userId);
    await insertPicture(this.#tx, { ...record, userId, createdAt: new Date(record.createdAt) });
    return 'added';
  }

  async #post(record: PostRecord): Promise<Outcome> {
    const tx = this.#tx;
    const { id } = record;
    const current = await findPostById(tx, id);
    if (!current && (await findHiddenPost(tx, id))) {
      this.#report.add('post', id, 'Left as it is here: unpublished, or in the trash.', record);
      return 'unchanged';
    }
    this.#posts.add(id);
    if (current && current.slug !== record.slug) this.#moved.add(record, current.slug);
    const isKept = current && current.updatedAt.getTime() >= record.updatedAt;
    // A killed import may have left the file's links unchanged.
    if (!isKept || current.content === record.content) this.#moved.addContent(id, record.content);
    if (isKept) return await this.#keep(current);
    if (current) await this.#updatePost(record, current);
    else {
      this.#added.add(id);
      const slug = await this.#insertPost(record, placeOf(record));
      this.#publish({ action: 'publish', postId: id, slug });
    }
    return current ? 'updated' : 'added';
  }

  /** Only replaces pictures that an earlier import left on the other site. */
  async #keep(current: PostRow): Promise<Outcome> {
    const { id, slug } = current;
    const { content, image } = withStored(current, this.#pictures);
    if (content === current.content && image === current.image) return 'unchanged';
    const at = nextUpdatedAt(current, this.#now);
    await updatePost(this.#tx, id, { content, image }, at);
    const document = await lockDocument(this.#tx, id);
    if (document) {
      const { content, image } = withStored(document, this.#pictures);
      const by = { userId: document.userId, at };
      await savePublicFields(this.#tx, document, { content, image }, by);
    }
    this.#publish({ action: 'publish', postId: id, slug });
    return 'updated';
  }

  async #updatePost(given: PostRecord, current: PostRow): Promise<void> {
    const tx = this.#tx;
    const record = await this.#withCategory(given);
    const { id, isDemo } = record;
    const shown = pick(record, PUBLIC_FIELDS);
    const at = new Date(record.updatedAt);
    const updated = await updatePost(tx, id, { ...shown, isDemo }, at);
    const left = updated ? await changesOfFormerCategory(tx, current, updated) : [];
    for (const change of left) this.#publish(change);
    const document = await lockDocument(tx, id);
    const fields = { ...shown, ...placeOf(record) };
    if (document) await savePublicFields(tx, document, fields, { userId: document.userId, at });
    await this.#savePlaceAndLabel(record);
    if (current.slug !== record.slug) {
      const what = `Kept the slug "${current.slug}" so that links keep working.`;
      this.#report.add('post', id, what, record.slug);
    }
    this.#publish({ action: 'publish', postId: id, slug: current.slug });
  }

  /** Inserts a public post, and passes `document` to `insertPost`. Returns its slug. */
  async #insertPost(given: PostRecord, document: Parameters<typeof insertPost>[2]) {
    const record = await this.#withCategory(given);
    const { categoryLabel: _, tags: __, series: ___, follows, ...values } = record;
    const slug = await this.#freeSlug(record);
    const userId = this.#users.idOf(record.userId);
    const kind = isPageSlug(slug) ? ('page' as const) : ('post' as const);
    await insertPost(this.#tx, { ...values, userId, kind, slug, ...timesOf(record) }, document);
    this.#posts.add(record.id);
    await this.#savePlaceAndLabel(record);
    await this.#follow(record.id, follows);
    return slug;
  }

  async #follow(postId: string, given: PostRecord['follows']): Promise<void> {
    for (const { userId: from, follows } of given) {
      const userId = this.#users.idOf(from);
      if (await this.#users.has(userId)) await saveFollow(this.#tx, { postId, userId, follows });
    }
  }

  async #withCategory(record: PostRecord): Promise<PostRecord> {
    const category = await resolveCategory(this.#tx, record, record.categoryLabel);
    return { ...record, category };
  }

  /** Saves tags and series, and the label of the category. */
  async #savePlaceAndLabel({ id, category, categoryLabel, tags, series }: PostRecord) {
    await saveTagsOf(this.#tx, id, tags);
    await saveSeriesOf(this.#tx, id, series && { slug: seriesSlug(series.title), ...series });
    const relabeled = await keepCategoryLabel(this.#tx, { id, category }, categoryLabel);
    for (const change of relabeled) this.#publish(change);
  }

  async #document(record: DocumentRecord): Promise<Outcome> {
    this.#moved.addContent(record.id, record.document.content ?? '');
    return await applyDocument(this.#tx, record, {
      idOf: (userId) => this.#users.idOf(userId),
      isOfNewPost: this.#added.has(record.id),
      pictures: this.#pictures,
      writePost: async ({ post, comments }) => {
        await this.#insertPost(post, 'exists');
        for (const comment of comments) await this.#comments.apply(comment);
      },
    });
  }

  async #freeSlug({ id, slug }: PostRecord): Promise<string> {
    const tx = this.#tx;
    const isPage = isPageSlug(slug);
    const isTaken = isPage ? await isPathTaken(tx, slug, id) : await isSlugTaken(tx, slug);
    if (!isTaken) return slug;
    const free = isPage ? await uniquePath(tx, slug, id) : await uniqueSlug(tx, slug);
    this.#report.add('post', id, `The slug is taken and was changed to "${free}".`, slug);
    this.#moved.add({ id, slug }, free);
    return free;
  }

  async #hasPost(id: string): Promise<boolean> {
    if (this.#posts.has(id)) return true;
    if (!(await hasPost(this.#tx, id))) return false;
    this.#posts.add(id);
    return true;
  }
}

async function isSlugTaken(tx: Db, slug: string): Promise<boolean> {
  return (await takenSlugs(tx, [slug])).length > 0;
}

/** Tags and series, as a document has them. */
function placeOf({ tags, series }: Pick<PostRecord, 'tags' | 'series'>) {
  return { tags, series: series?.title ?? '', seriesPosition: series?.position ?? 0 };
}
