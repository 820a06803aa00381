import type { Row } from './access-cast.ts';

/** Writers get as far as looking for the picture. */
const MISSING: Pick<Row, 'expected' | 'author' | 'editor'> = {
  expected: [401, 403, 403, 404, 404],
  author: 404,
  editor: 404,
};
const url = '/uploads/1700000000000-missing.png';

/** The media library. tests/api/media/library.test.ts tries the pictures of others. */
export const MEDIA_ACCESS: Row[] = [
  {
    what: 'list pictures',
    route: 'GET /api/media/getpictures',
    call: () => ['/api/media/getpictures'],
    expected: [401, 403, 403, 200, 200],
    author: 200,
    editor: 200,
  },
  {
    what: 'describe a picture that is gone',
    route: 'PUT /api/media/alt',
    call: () => ['/api/media/alt', { url, alt: 'A cat' }],
    ...MISSING,
  },
  {
    what: 'delete a picture that is gone',
    route: 'DELETE /api/media/delete',
    call: () => ['/api/media/delete', { url }],
    ...MISSING,
  },
];
