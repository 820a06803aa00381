import type { Row } from './access-cast.ts';

let added = 0;
const redirect = () => ({ from: `/old/page-${added++}`, to: '/about', status: 301 });

/** The calls about redirects of any path. */
export const REDIRECT_ACCESS: Row[] = [
  {
    what: 'list redirects',
    route: 'GET /api/redirects',
    call: () => ['/api/redirects'],
    expected: [401, 403, 403, 200, 200],
    editor: 200,
  },
  {
    what: 'list the paths that weren’t found',
    route: 'GET /api/redirects/missing',
    call: () => ['/api/redirects/missing'],
    expected: [401, 403, 403, 200, 200],
    editor: 200,
  },
  {
    what: 'add a redirect',
    route: 'POST /api/redirects',
    call: () => ['/api/redirects', redirect()],
    expected: [401, 403, 403, 201, 201],
    editor: 201,
  },
  {
    what: 'download the redirects',
    route: 'GET /api/redirects/export',
    call: () => ['/api/redirects/export'],
    expected: [401, 403, 403, 200, 200],
    editor: 200,
  },
  {
    what: 'import redirects',
    route: 'POST /api/redirects/import',
    call: () => [
      '/api/redirects/import',
      { csv: `from,to\n/csv/page-${added++},/about`, dryRun: false },
    ],
    expected: [401, 403, 403, 200, 200],
    editor: 200,
  },
  {
    what: 'delete a redirect that is gone',
    route: 'DELETE /api/redirects/:redirectId',
    call: () => ['/api/redirects/nothing'],
    expected: [401, 403, 403, 404, 404],
    editor: 404,
  },
];
