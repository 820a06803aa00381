import type { Page, Route } from '@playwright/test';
import type {
  ImportJob,
  ImportOptions,
  RehearsalReport,
  RehearsalSummary,
} from '../../../api/contract/imports.ts';

const ID = '0123456789abcdef';
const SITE = '/api/rehearsal/secret/';

export const OPTIONS: ImportOptions = {
  from: null,
  author: 'ada',
  baseUrl: 'https://old.example.com',
  sitemap: null,
  pictures: 'fetch',
  merge: false,
};

export const SUMMARY: RehearsalSummary = {
  source:
    'WordPress export, 56 posts, 21 pages, 33 comments; 37 pictures on wpthemetestdata.wordpress.com',
  tally: [
    'users: 4 added',
    'pictures: 31 copied, 6 stay on the other site',
    'posts: 54 added, 2 left out',
    'pages: 21 added',
    'comments: 31 added, 2 in the queue',
    'redirects: 112 added',
  ],
  entries: 77,
  entriesWithNotes: 2,
  notes: 3,
  addresses: 412,
  unanswered: 2,
};

const REPORT: RehearsalReport = {
  entries: [
    {
      id: '1',
      kind: 'post',
      title: 'Markup: HTML Tags and Formatting',
      state: 'public',
      oldAddress: 'https://old.example.com/2013/01/11/markup-html-tags-and-formatting/',
      newAddress: '/post/markup-html-tags-and-formatting',
      notes: [
        'The shortcode [contact-form] was kept as text (1 time).',
        'A table inside a list was moved below the list.',
      ],
    },
    {
      id: '2',
      kind: 'page',
      title: 'About the Tests',
      state: 'public',
      oldAddress: 'https://old.example.com/about/',
      newAddress: '/about-the-tests',
      notes: [],
    },
    {
      id: '3',
      kind: 'post',
      title: 'Antidisestablishmentarianism and its Many Unexpected Consequences',
      state: 'draft',
      oldAddress: 'https://old.example.com/?p=1000',
      newAddress: null,
      notes: ['The post has a password, so it’s a draft.'],
    },
    {
      id: '4',
      kind: 'post',
      title: '',
      state: 'left out',
      oldAddress: null,
      newAddress: null,
      notes: [],
    },
    ...Array.from({ length: 26 }, (_, index) => ({
      id: `more-${index}`,
      kind: 'post' as const,
      title: `Post number ${index + 1}`,
      state: 'public' as const,
      oldAddress: `https://old.example.com/2012/post-${index + 1}/`,
      newAddress: `/post/post-${index + 1}`,
      notes: [],
    })),
  ],
  notes: [
    { kind: 'user', id: 'themedemos', what: 'The email belongs to another account here.' },
    { kind: 'comment', id: '881', what: 'A pingback was left out.' },
    {
      kind: 'picture',
      id: 'https://old.example.com/files/2013/03/featured.jpg',
      what: 'The picture couldn’t be copied (404). It stays on the other site.',
    },
  ],
  unanswered: ['https://old.example.com/2013/feed/atom/', 'https://old.example.com/shop/cart'],
};

/** The calls of the dashboard's import, answered from memory. */
export class MockImports {
  job: ImportJob | null = null;
  /** What arrived, piece by piece. */
  pieces: { offset: number; size: number }[] = [];
  /** Calls that aren't for reading: "POST /api/imports". */
  readonly calls: string[] = [];
  /** Called before a piece is accepted. Answers the call itself if it returns true. */
  onPiece: (route: Route, offset: number) => Promise<boolean> = async () => false;

  /** An import in this status. */
  set(status: ImportJob['status'], changes: Partial<ImportJob> = {}): void {
    this.job = {
      id: ID,
      name: 'old-site.xml',
      size: 10_000_000,
      received: status === 'uploading' ? 4_194_304 : 10_000_000,
      status,
      options: OPTIONS,
      createdAt: new Date(Date.now() - 180_000).toISOString(),
      by: 'ada',
      progress: null,
      error: null,
      address: status === 'ready' ? SITE : null,
      summary: status === 'ready' || status === 'published' ? SUMMARY : null,
      ...changes,
    };
  }

  async install(page: Page): Promise<void> {
    await page.route('**/api/imports**', (route) => this.#answer(route));
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const call = `${request.method()} ${pathname}`;
    if (request.method() !== 'GET') this.calls.push(call);
    if (call === 'PUT /api/imports/upload') return this.#receive(route, searchParams);
    if (call === 'GET /api/imports/report') return this.#report(route, searchParams);
    if (call === 'DELETE /api/imports') {
      this.job = null;
      return route.fulfill({ json: { success: true, message: 'Deleted.' } });
    }
    if (call === 'POST /api/imports') {
      const { name, size, options } = request.postDataJSON();
      this.set('uploading', { name, size, options, received: 0 });
      return route.fulfill({ status: 201, json: { job: this.job } });
    }
    if (call === 'POST /api/imports/publish') this.set('publishing');
    return route.fulfill({ json: { job: this.job } });
  }

  async #receive(route: Route, query: URLSearchParams): Promise<void> {
    const offset = Number(query.get('offset'));
    if (await this.onPiece(route, offset)) return;
    if (this.job?.status !== 'uploading') {
      const message = 'Nothing is being uploaded.';
      return route.fulfill({ status: 409, json: { success: false, statusCode: 409, message } });
    }
    if (offset !== this.job.received) {
      return route.fulfill({ status: 409, json: { received: this.job.received } });
    }
    const size = route.request().postDataBuffer()?.length ?? 0;
    this.pieces.push({ offset, size });
    this.job.received += size;
    if (this.job.received === this.job.size) this.job.status = 'waiting';
    await route.fulfill({ json: { received: this.job.received } });
  }

  #report(route: Route, query: URLSearchParams): Promise<void> {
    const list = query.get('list') as keyof RehearsalReport;
    const from = Number(query.get('offset'));
    const q = (query.get('q') ?? '').toLowerCase();
    const all = REPORT[list].filter(
      (item) =>
        JSON.stringify(item).toLowerCase().includes(q) &&
        (!query.has('notes') || (typeof item === 'object' && 'notes' in item && item.notes[0])),
    );
    const items = all.slice(from, from + Number(query.get('limit')));
    return route.fulfill({ json: { total: all.length, items } });
  }
}
