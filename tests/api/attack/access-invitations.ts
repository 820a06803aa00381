import type { Row } from './access-cast.ts';

/** The calls about invitations. */
export const INVITATION_ACCESS: Row[] = [
  {
    what: 'invite someone',
    route: 'POST /api/user/invite',
    call: ({ fresh }) => [
      '/api/user/invite',
      { email: `${fresh}@example.com`, role: 'administrator' },
    ],
    expected: [401, 403, 403, 201, 201],
  },
  {
    what: 'invite someone who has an account',
    route: 'POST /api/user/invite',
    call: ({ user }) => ['/api/user/invite', { email: user.email, role: 'author' }],
    expected: [401, 403, 403, 409, 409],
  },
  {
    what: 'list the open invitations',
    route: 'GET /api/user/invitations',
    call: () => ['/api/user/invitations'],
    expected: [401, 403, 403, 200, 200],
  },
  {
    what: 'send an unknown invitation again',
    route: 'POST /api/user/invite/:id',
    call: () => ['/api/user/invite/nothing', {}],
    expected: [401, 403, 403, 404, 404],
  },
  {
    what: 'cancel an unknown invitation',
    route: 'DELETE /api/user/invite/:id',
    call: () => ['/api/user/invite/nothing'],
    expected: [401, 403, 403, 404, 404],
  },
];
