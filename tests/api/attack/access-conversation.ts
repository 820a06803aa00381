import type { Row } from './access-cast.ts';

const EVERYBODY: Row['expected'] = [200, 200, 200, 200, 200];
/** For moderators: editors and administrators. */
const MODERATORS = {
  expected: [401, 403, 403, 200, 200] as Row['expected'],
  editor: 200,
};

/** The calls about threads and moderation. */
export const CONVERSATION_ACCESS: Row[] = [
  {
    what: 'read threads',
    route: 'GET /api/comment/getthreads/:postId',
    call: ({ post }) => [`/api/comment/getthreads/${post.id}`],
    expected: EVERYBODY,
  },
  {
    what: 'read threads around an unknown comment',
    route: 'GET /api/comment/getthreads/:postId',
    call: ({ post }) => [`/api/comment/getthreads/${post.id}?around=nothing`],
    expected: [404, 404, 404, 404, 404],
  },
  {
    what: 'read the numbers of likes',
    route: 'GET /api/comment/getnumbers/:postId',
    call: ({ post }) => [`/api/comment/getnumbers/${post.id}`],
    expected: EVERYBODY,
  },
  {
    what: 'read replies',
    route: 'GET /api/comment/getreplies/:commentId',
    call: ({ comment }) => [`/api/comment/getreplies/${comment.id}`],
    expected: EVERYBODY,
  },
  {
    what: 'answer a comment',
    route: 'POST /api/comment/create',
    call: ({ post, comment, ownId }) => [
      '/api/comment/create',
      { content: 'Reply', postId: post.id, userId: ownId, parentId: comment.id },
    ],
    expected: [401, 201, 201, 201, 201],
    unverified: 403,
  },
  {
    what: 'answer an unknown comment',
    route: 'POST /api/comment/create',
    call: ({ post, ownId }) => [
      '/api/comment/create',
      { content: 'Reply', postId: post.id, userId: ownId, parentId: 'nothing' },
    ],
    expected: [401, 404, 404, 404, 404],
    unverified: 403,
  },
  {
    what: 'read the queue of comments',
    route: 'GET /api/comment/getqueue',
    call: () => ['/api/comment/getqueue'],
    ...MODERATORS,
  },
  {
    what: 'read the earlier versions of a comment',
    route: 'GET /api/comment/getversions/:commentId',
    call: ({ comment }) => [`/api/comment/getversions/${comment.id}`],
    ...MODERATORS,
  },
  ...(['hold', 'spam', 'remove'] as const).map(
    (action): Row => ({
      what: `${action} a comment`,
      route: 'PUT /api/comment/moderate/:commentId',
      call: ({ comment }) => [`/api/comment/moderate/${comment.id}`, { action }],
      ...MODERATORS,
    }),
  ),
  {
    what: 'approve a comment that doesn’t wait',
    route: 'PUT /api/comment/moderate/:commentId',
    call: ({ comment }) => [`/api/comment/moderate/${comment.id}`, { action: 'approve' }],
    expected: [401, 403, 403, 409, 409],
    editor: 409,
  },
  {
    what: 'moderate several comments',
    route: 'PUT /api/comment/moderate',
    call: ({ comment }) => ['/api/comment/moderate', { ids: [comment.id], action: 'hold' }],
    ...MODERATORS,
  },
  {
    what: 'moderate no comments',
    route: 'PUT /api/comment/moderate',
    call: () => ['/api/comment/moderate', { ids: [], action: 'hold' }],
    expected: [401, 403, 403, 400, 400],
    editor: 400,
  },
  {
    what: 'report a comment',
    route: 'POST /api/comment/report/:commentId',
    call: ({ comment }) => [`/api/comment/report/${comment.id}`, { reason: 'spam' }],
    expected: [401, 400, 201, 201, 201],
    unverified: 403,
  },
  {
    what: 'close the comments of a post of an administrator',
    route: 'PUT /api/post/comments/:postId',
    call: ({ post }) => [`/api/post/comments/${post.id}`, { open: false }],
    ...MODERATORS,
  },
  {
    what: 'close the comments of a post of an author',
    route: 'PUT /api/post/comments/:postId',
    call: ({ authorsPost }) => [`/api/post/comments/${authorsPost.id}`, { open: false }],
    ...MODERATORS,
    author: 200,
  },
];
