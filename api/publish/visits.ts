import type { Database } from '../../db/client.ts';
import { asUnavailable } from '../../db/errors.ts';
import { findPublished } from '../../db/queries/pages.ts';
import { findFormerSlug } from '../../db/queries/redirects.ts';
import { isPageSlug, isReplaceable, slugAt } from '../contract/addresses.ts';
import { avatarSvg } from '../contract/avatars.ts';
import { ApiError, errorMessage, GoneError, MovedError } from '../errors.ts';
import type { FailedPosts } from './failed-posts.ts';
import type { Follower } from './follower.ts';
import { pictureIn } from './picture-files.ts';
import type { RenderPool } from './render-pool.ts';
import type { SharePictures } from './share-pictures.ts';
import type { RenderedPage } from './types.ts';

const AVATAR = /^\/avatars\/([^/]+)\.svg$/;

interface Options {
  database: Database;
  pool: Pick<RenderPool, 'render'>;
  pictures: Pick<SharePictures, 'render'>;
  failures: FailedPosts;
  follower: Pick<Follower, 'settled' | 'writeIfDeferred' | 'work' | 'isStopped'>;
}

/** Visits to pages that have no file, or whose file is about to be written. */
export class Visits {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** If the page of this path is about to be written, waits for it. Doesn't throw. */
  async settled(path: string): Promise<void> {
    await this.#options.follower.writeIfDeferred(path);
  }

  /** See `Publisher.render`. */
  async render(path: string): Promise<RenderedPage> {
    const { pictures, pool } = this.#options;
    const picture = pictureIn(path);
    if (picture) return pictures.render(picture);
    const avatar = AVATAR.exec(path)?.[1];
    if (avatar !== undefined) return drawAvatar(avatar);
    const slug = slugAt(path);
    return slug === undefined ? pool.render(path) : this.#renderPost(path, slug);
  }

  async #renderPost(path: string, slug: string): Promise<RenderedPage> {
    const { database, failures, follower, pool } = this.#options;
    await follower.settled(slug);
    failures.check(slug);
    try {
      const exists = isReplaceable(path) || (await findPublished(database.read, slug));
      return exists ? await pool.render(path) : await this.#withoutPost(slug);
    } catch (error) {
      if (follower.isStopped || error instanceof ApiError || asUnavailable(error)) throw error;
      const unavailable = await failures.recordVisit(slug, errorMessage(error));
      void follower.work();
      throw unavailable;
    }
  }

  /** Answers without the render thread: bots request many posts that don't exist. */
  async #withoutPost(slug: string): Promise<RenderedPage> {
    const { read } = this.#options.database;
    // Former addresses of own pages are among the owner's redirects.
    const former = isPageSlug(slug) ? undefined : await findFormerSlug(read, slug);
    if (former === 'gone') throw new GoneError();
    if (former) throw new MovedError(`/post/${former.movedTo}`);
    return { status: 404, contentType: 'text/html; charset=utf-8', body: Buffer.alloc(0) };
  }
}

function drawAvatar(name: string): RenderedPage {
  const svg = avatarSvg(name);
  const contentType = 'image/svg+xml; charset=utf-8';
  return { status: svg === undefined ? 404 : 200, contentType, body: Buffer.from(svg ?? '') };
}
