import type { Row } from './access-cast.ts';

/** For moderators: editors and administrators. */
const MODERATORS = { expected: [401, 403, 403, 200, 200] as Row['expected'], editor: 200 };
const MISSING = { expected: [401, 403, 403, 404, 404] as Row['expected'], editor: 404 };
const BAD = { expected: [401, 403, 403, 400, 400] as Row['expected'], editor: 400 };

/** What moderators read about comments and members, and decide about them. */
export const DECISION_ACCESS: Row[] = [
  {
    what: 'count the comments that wait',
    route: 'GET /api/comment/countqueue',
    call: () => ['/api/comment/countqueue'],
    ...MODERATORS,
  },
  {
    what: 'read what moderators know about a comment',
    route: 'GET /api/comment/getcomment/:commentId',
    call: ({ comment }) => [`/api/comment/getcomment/${comment.id}`],
    ...MODERATORS,
  },
  {
    what: 'read the reports of a comment',
    route: 'GET /api/comment/getreports/:commentId',
    call: ({ comment }) => [`/api/comment/getreports/${comment.id}`],
    ...MODERATORS,
  },
  {
    what: 'read the reports of an unknown comment',
    route: 'GET /api/comment/getreports/:commentId',
    call: () => ['/api/comment/getreports/nothing'],
    ...MISSING,
  },
  {
    what: 'undo decisions',
    route: 'PUT /api/comment/undo',
    call: ({ comment }) => ['/api/comment/undo', { ids: [comment.id] }],
    ...MODERATORS,
  },
  {
    what: 'undo no decisions',
    route: 'PUT /api/comment/undo',
    call: () => ['/api/comment/undo', { ids: [] }],
    ...BAD,
  },
  {
    what: 'remove all comments of a member',
    route: 'PUT /api/comment/removeall/:userId',
    call: ({ user }) => [`/api/comment/removeall/${user.id}`, { since: 'all' }],
    ...MODERATORS,
  },
  {
    what: 'restore what was removed of a member',
    route: 'PUT /api/comment/restoreall/:userId',
    call: ({ user }) => [`/api/comment/restoreall/${user.id}`, { at: '2026-01-01T00:00:00.000Z' }],
    ...MODERATORS,
  },
  {
    what: 'trust a member',
    route: 'PUT /api/comment/trust/:userId',
    call: ({ user }) => [`/api/comment/trust/${user.id}`, { trusted: true }],
    ...MODERATORS,
  },
];
