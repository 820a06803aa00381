import type { PagePreview, PreviewDraft } from '../contract/publish.ts';
import type { SiteState } from '../contract/site.ts';
import { UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { PageTimeoutError, type RenderThread } from './render-thread.ts';
import type { RenderedPage } from './types.ts';

const DEADLINE_MS = 12_000;
const MAX_WAITING = 8;

/** Previews of writers and guests take turns. */
const LANES = { writers: 0, guests: 1 };

/** Renders what isn't stored, on a thread that publishes nothing. */
export class Previews {
  readonly #thread: RenderThread;
  readonly #site: () => SiteState | undefined;
  readonly #queue = createFairQueue({
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    lanes: Object.keys(LANES).length,
    deadlineMs: DEADLINE_MS,
    full: () =>
      new UnavailableError('The server is busy with previews. Please try again in a moment.', 5),
  });

  /** `site` returns the settings that the served pages show. */
  constructor(thread: RenderThread, site: () => SiteState | undefined) {
    this.#thread = thread;
    this.#site = site;
  }

  /** Renders a post that isn't stored. Users or addresses take turns by `key`. */
  async ofDraft(draft: PreviewDraft, key: string): Promise<RenderedPage> {
    const lane = draft.isShared ? LANES.guests : LANES.writers;
    return await this.#inTurn(key, lane, () =>
      this.#thread.render('preview', { draft, site: this.#site() }),
    );
  }

  /** Renders a page with settings that aren't stored. Users take turns by `key`. */
  async ofPage(page: PagePreview, key: string): Promise<RenderedPage> {
    return await this.#inTurn(key, LANES.writers, () => this.#thread.render('previewPage', page));
  }

  async #inTurn(key: string, lane: number, render: () => Promise<RenderedPage>) {
    try {
      return await this.#queue(key, render, lane);
    } catch (error) {
      if (!(error instanceof PageTimeoutError)) throw error;
      throw new UnavailableError('The preview took too long to render.', 2);
    }
  }
}
