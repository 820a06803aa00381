import type { Row } from './access-cast.ts';

const SIGNED_IN: Row['expected'] = [401, 200, 200, 200, 200];

/** The calls about notifications. */
export const NOTIFICATION_ACCESS: Row[] = [
  {
    what: 'see whether they follow a post',
    route: 'GET /api/comment/follow/:postId',
    call: ({ post }) => [`/api/comment/follow/${post.id}`],
    expected: SIGNED_IN,
  },
  {
    what: 'follow a post',
    route: 'PUT /api/comment/follow/:postId',
    call: ({ post }) => [`/api/comment/follow/${post.id}`, { follow: true }],
    expected: SIGNED_IN,
  },
  {
    what: 'list their notifications',
    route: 'GET /api/notifications',
    call: () => ['/api/notifications'],
    expected: SIGNED_IN,
  },
  {
    what: 'mark a notification that they do not have as read',
    route: 'PUT /api/notifications/read',
    call: () => ['/api/notifications/read', { upTo: 'nothing' }],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'see when they get mail',
    route: 'GET /api/notifications/preferences',
    call: () => ['/api/notifications/preferences'],
    expected: SIGNED_IN,
  },
  {
    what: 'choose when they get mail',
    route: 'PUT /api/notifications/preferences',
    call: () => ['/api/notifications/preferences', { reply: 'daily' }],
    expected: SIGNED_IN,
  },
  ...(['check-token', 'unsubscribe'] as const).map(
    (name): Row => ({
      what: `call ${name} with a guessed token`,
      route: `POST /api/notifications/${name}`,
      call: () => [`/api/notifications/${name}`, { token: 'guessed' }],
      expected: [400, 400, 400, 400, 400],
    }),
  ),
];
