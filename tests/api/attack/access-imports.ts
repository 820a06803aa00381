import type { Row } from './access-cast.ts';

const ADMINISTRATORS = (status: number): Row['expected'] => [401, 403, 403, status, status];
const NOBODY: Row['expected'] = [404, 404, 404, 404, 404];

/** The calls about imports. The cast has a rehearsed one, without files. */
export const IMPORT_ACCESS: Row[] = [
  {
    what: 'see the import',
    route: 'GET /api/imports',
    call: () => ['/api/imports'],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'begin a second import',
    route: 'POST /api/imports',
    call: () => ['/api/imports', { name: 'export.zip', size: 10, options: {} }],
    expected: ADMINISTRATORS(409),
  },
  {
    what: 'upload to an import that is gone from the disk',
    route: 'PUT /api/imports/upload',
    call: () => ['/api/imports/upload?offset=0', {}],
    expected: ADMINISTRATORS(404),
  },
  {
    what: 'read a report that is gone from the disk',
    route: 'GET /api/imports/report',
    call: () => ['/api/imports/report'],
    expected: ADMINISTRATORS(404),
  },
  {
    what: 'make an import public',
    route: 'POST /api/imports/publish',
    call: () => ['/api/imports/publish'],
    expected: ADMINISTRATORS(202),
  },
  {
    what: 'throw an import away',
    route: 'DELETE /api/imports',
    call: () => ['/api/imports'],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'guess the address of a rehearsal',
    route: 'GET /api/rehearsal/:secret',
    call: () => ['/api/rehearsal/guess'],
    expected: NOBODY,
  },
  {
    what: 'guess the address of a rehearsed page',
    route: 'GET /api/rehearsal/:secret/*',
    call: () => ['/api/rehearsal/guess/post/hello'],
    expected: NOBODY,
  },
];
