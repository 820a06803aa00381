import type { Cast, Row } from './access-cast.ts';

/** For what belongs to the administrator. */
const EDITORS = {
  expected: [401, 403, 403, 200, 200] as Row['expected'],
  author: 403,
  editor: 200,
};
/** For the same with a thing of the author's. */
const OWN = { ...EDITORS, author: 200 };
/** The verb is allowed, and the document's state isn't right for it. */
const CONFLICT = {
  expected: [401, 403, 403, 409, 409] as Row['expected'],
  author: 403,
  editor: 409,
};
const AT = '2199-01-01T00:00:00Z';

/** A call on the administrator's document, and the same one on the author's. */
function both(
  what: string,
  route: string,
  call: (id: string) => [path: string, json?: unknown],
  expected: Pick<Row, 'expected' | 'author' | 'editor'> = EDITORS,
): Row[] {
  const own = { ...expected, author: expected.editor ?? 200 };
  const of = (pick: (cast: Cast) => { id: string }) => (cast: Cast) => call(pick(cast).id);
  return [
    { what: `${what} of an administrator`, route, call: of(({ post }) => post), ...expected },
    { what: `${what} of an author`, route, call: of(({ authorsPost }) => authorsPost), ...own },
  ];
}

const post = (name: string, json?: (id: string) => unknown) => (id: string) =>
  [`/api/document/${name}/${id}`, json?.(id)] as [string, unknown];

/** The calls of writers. */
export const DOCUMENT_ACCESS: Row[] = [
  {
    what: 'create a draft',
    route: 'POST /api/document/create',
    call: () => ['/api/document/create', { title: 'Draft' }],
    expected: [401, 403, 403, 201, 201],
    author: 201,
    editor: 201,
  },
  {
    what: 'create the document of a post of an administrator',
    route: 'POST /api/document/create',
    call: ({ post }) => ['/api/document/create', { postId: post.id }],
    ...EDITORS,
  },
  {
    what: 'list documents',
    route: 'GET /api/document/getdocuments',
    call: () => ['/api/document/getdocuments'],
    ...OWN,
  },
  ...['tags', 'series', 'authors'].map(
    (name): Row => ({
      what: `list ${name}`,
      route: `GET /api/document/${name}`,
      call: () => [`/api/document/${name}`],
      ...OWN,
    }),
  ),
  {
    what: 'find posts by title',
    route: 'GET /api/document/titles',
    call: () => ['/api/document/titles?title=a'],
    ...OWN,
  },
  {
    what: 'check the address of a page',
    route: 'GET /api/document/pageaddress',
    call: () => ['/api/document/pageaddress?slug=now'],
    ...EDITORS,
  },
  ...both('read a document', 'GET /api/document/:id', (id) => [`/api/document/${id}`]),
  ...both('read the timeline', 'GET /api/document/revisions/:id', post('revisions')),
  ...both(
    'read an unknown version',
    'GET /api/document/revisions/:id/:number',
    (id) => [`/api/document/revisions/${id}/99`],
    { expected: [401, 403, 403, 404, 404], author: 403, editor: 404 },
  ),
  ...both(
    'name an unknown version',
    'PUT /api/document/revisions/:id/:number',
    (id) => [`/api/document/revisions/${id}/99`, { name: 'x' }],
    { expected: [401, 403, 403, 404, 404], author: 403, editor: 404 },
  ),
  ...both(
    'restore an unknown version',
    'POST /api/document/restorerevision/:id',
    post('restorerevision', () => ({ number: 99, revision: 1 })),
    { expected: [401, 403, 403, 404, 404], author: 403, editor: 404 },
  ),
  ...both(
    'publish an unknown version',
    'POST /api/document/republish/:id',
    post('republish', () => ({ number: 99, revision: 1 })),
    { expected: [401, 403, 403, 404, 404], author: 403, editor: 404 },
  ),
  ...both(
    'save a document',
    'PUT /api/document/update/:id',
    post('update', () => ({ revision: 1, title: 'New' })),
  ),
  ...both(
    'publish a document',
    'POST /api/document/publish/:id',
    post('publish', () => ({ revision: 1 })),
  ),
  ...both(
    'schedule a document',
    'POST /api/document/publish/:id',
    post('publish', () => ({ revision: 1, at: AT })),
  ),
  ...both(
    'cancel a schedule that isn’t there',
    'POST /api/document/unschedule/:id',
    post('unschedule'),
    CONFLICT,
  ),
  ...both('unpublish a post', 'POST /api/document/unpublish/:id', post('unpublish')),
  ...both('discard changes', 'POST /api/document/discard/:id', post('discard')),
  ...both('duplicate a post', 'POST /api/document/duplicate/:id', post('duplicate'), {
    expected: [401, 403, 403, 201, 201],
    author: 403,
    editor: 201,
  }),
  ...both('move a post to the trash', 'POST /api/document/trash/:id', post('trash')),
  ...both(
    'restore a post that isn’t in the trash',
    'POST /api/document/restore/:id',
    post('restore'),
    CONFLICT,
  ),
  ...both(
    'delete a post that isn’t in the trash',
    'DELETE /api/document/delete/:id',
    post('delete'),
    CONFLICT,
  ),
  ...both(
    'create a preview link',
    'POST /api/document/previewlink/:id',
    post('previewlink', () => ({})),
    { expected: [401, 403, 403, 201, 201], author: 403, editor: 201 },
  ),
  ...both('list preview links', 'GET /api/document/previewlink/:id', post('previewlink')),
  ...both('end preview links', 'DELETE /api/document/previewlink/:id', post('previewlink')),
  {
    what: 'open a preview link that doesn’t exist',
    route: 'GET /preview/:secret',
    call: () => ['/preview/nothing'],
    expected: [404, 404, 404, 404, 404],
  },
];
