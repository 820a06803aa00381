import type { Row } from './access-cast.ts';

const SIGNED_IN: Row['expected'] = [401, 200, 200, 200, 200];

/** The calls about linked accounts, the check of sign-ups and the download of one's data. */
export const IDENTITY_ACCESS: Row[] = [
  {
    what: 'ask for the puzzle of a sign-up',
    route: 'POST /api/auth/signup-challenge',
    call: () => ['/api/auth/signup-challenge'],
    expected: [200, 200, 200, 200, 200],
  },
  {
    what: 'ask for the puzzle of a message to the owner',
    route: 'POST /api/contact/challenge',
    call: () => ['/api/contact/challenge'],
    expected: [200, 200, 200, 200, 200],
  },
  {
    what: 'send a message to the owner without the puzzle',
    route: 'POST /api/contact',
    call: () => ['/api/contact', { name: 'Ada', email: 'a@example.com', message: 'Hello' }],
    expected: [428, 428, 428, 428, 428],
  },
  {
    what: 'open the popup of GitHub',
    route: 'GET /api/auth/provider/github/start',
    call: () => ['/api/auth/provider/github/start'],
    expected: [302, 302, 302, 302, 302],
  },
  {
    what: 'return from a popup of GitHub that was never opened',
    route: 'GET /api/auth/provider/github/callback',
    call: () => ['/api/auth/provider/github/callback?code=x&state=y'],
    expected: [400, 400, 400, 400, 400],
  },
  {
    what: 'sign in with GitHub without a proof',
    route: 'POST /api/auth/provider/github',
    call: ({ user }) => ['/api/auth/provider/github', { email: user.email }],
    expected: [401, 401, 401, 401, 401],
  },
  {
    what: 'list linked accounts',
    route: 'GET /api/auth/identities',
    call: () => ['/api/auth/identities'],
    expected: SIGNED_IN,
  },
  {
    what: 'link an account without a proof',
    route: 'POST /api/auth/identities',
    call: () => ['/api/auth/identities', { provider: 'google' }],
    expected: [401, 401, 401, 401, 401],
  },
  {
    what: 'unlink an unknown account',
    route: 'DELETE /api/auth/identities/:id',
    call: () => ['/api/auth/identities/nothing'],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'download one’s own data',
    route: 'GET /api/user/export',
    call: () => ['/api/user/export'],
    expected: SIGNED_IN,
  },
];
