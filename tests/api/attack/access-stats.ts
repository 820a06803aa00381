import type { Row } from './access-cast.ts';

const EDITORS = {
  expected: [401, 403, 403, 200, 200] as Row['expected'],
  author: 403,
  editor: 200,
};
const WRITERS = { ...EDITORS, author: 200 };

/** Views, and what the overview tells writers. */
export const STATS_ACCESS: Row[] = [
  {
    what: 'say that a page is being read',
    route: 'POST /api/views',
    call: () => ['/api/views', { path: '/' }],
    expected: [204, 204, 204, 204, 204],
  },
  {
    what: 'report a search without results',
    route: 'POST /api/views/missed-search',
    call: () => ['/api/views/missed-search', { searchTerm: 'nothing has this' }],
    expected: [204, 204, 204, 204, 204],
  },
  {
    what: 'see the views of the site',
    route: 'GET /api/stats/views',
    call: () => ['/api/stats/views'],
    ...EDITORS,
  },
  {
    what: 'see the views of a post of an administrator',
    route: 'GET /api/stats/views',
    call: ({ post }) => [`/api/stats/views?postId=${post.id}`],
    ...EDITORS,
  },
  {
    what: 'see the views of a post of an author',
    route: 'GET /api/stats/views',
    call: ({ authorsPost }) => [`/api/stats/views?postId=${authorsPost.id}`],
    ...WRITERS,
  },
  {
    what: 'see what happened on the desk',
    route: 'GET /api/stats/desk',
    call: () => ['/api/stats/desk'],
    ...WRITERS,
  },
  {
    what: 'mark what happened as seen',
    route: 'POST /api/stats/seen',
    call: () => ['/api/stats/seen', { at: '2026-01-01T00:00:00Z' }],
    ...WRITERS,
  },
];
