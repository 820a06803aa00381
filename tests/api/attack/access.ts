import { PASSWORD } from '../../support/app.ts';
import { BACKUP_ACCESS } from './access-backups.ts';
import type { Row } from './access-cast.ts';
import { CONVERSATION_ACCESS } from './access-conversation.ts';
import { DECISION_ACCESS } from './access-decisions.ts';
import { DOCUMENT_ACCESS } from './access-documents.ts';
import { IDENTITY_ACCESS } from './access-identities.ts';
import { IMPORT_ACCESS } from './access-imports.ts';
import { INVITATION_ACCESS } from './access-invitations.ts';
import { MEDIA_ACCESS } from './access-media.ts';
import { NOTIFICATION_ACCESS } from './access-notifications.ts';
import { REDIRECT_ACCESS } from './access-redirects.ts';
import { SECOND_FACTOR_ACCESS } from './access-second-factor.ts';
import { SITE_ACCESS } from './access-site.ts';
import { STATS_ACCESS } from './access-stats.ts';

const EVERYBODY: Row['expected'] = [200, 200, 200, 200, 200];
const SIGNED_IN: Row['expected'] = [401, 200, 200, 200, 200];
const ADMINISTRATORS: Row['expected'] = [401, 403, 403, 200, 200];

const text = { title: 'Title', category: 'javascript', content: '<p>Text</p>' };
const SUSPENSION = { until: '2099-01-01T00:00:00Z', reason: 'Spam' };
const picture = (kind: string) => ({ kind, name: 'a.png', type: 'image/png', size: 100 });

/** Every API call, by every caller, on their own records and on those of others. */
export const ACCESS: Row[] = [
  ...SECOND_FACTOR_ACCESS,
  ...IDENTITY_ACCESS,
  ...DECISION_ACCESS,
  ...DOCUMENT_ACCESS,
  ...NOTIFICATION_ACCESS,
  ...CONVERSATION_ACCESS,
  {
    what: 'check the health',
    route: 'GET /api/health',
    call: () => ['/api/health'],
    expected: EVERYBODY,
  },
  {
    what: 'sign up',
    route: 'POST /api/auth/signup',
    call: ({ fresh }) => [
      '/api/auth/signup',
      { username: fresh, email: `${fresh}@example.com`, password: PASSWORD },
    ],
    expected: [201, 201, 201, 201, 201],
  },
  {
    what: 'sign in',
    route: 'POST /api/auth/signin',
    call: ({ user }) => ['/api/auth/signin', { email: user.email, password: PASSWORD }],
    expected: EVERYBODY,
  },
  {
    what: 'sign in without a proof',
    route: 'POST /api/auth/google',
    call: ({ user }) => ['/api/auth/google', { name: 'x', email: user.email, profilePhoto: '' }],
    expected: [401, 401, 401, 401, 401],
  },
  {
    what: 'return from a popup that was never opened',
    route: 'GET /api/auth/google/callback',
    call: () => ['/api/auth/google/callback?code=x&state=y'],
    expected: [400, 400, 400, 400, 400],
  },
  {
    what: 'open the popup while the provider is down',
    route: 'GET /api/auth/google/start',
    call: () => ['/api/auth/google/start'],
    expected: [502, 502, 502, 502, 502],
  },
  {
    what: 'read the session',
    route: 'GET /api/auth/session',
    call: () => ['/api/auth/session'],
    expected: EVERYBODY,
  },
  {
    what: 'reauthenticate with a wrong password',
    route: 'POST /api/auth/reauthenticate',
    call: () => ['/api/auth/reauthenticate', { password: 'not the password' }],
    expected: [401, 403, 403, 403, 403],
  },
  {
    what: 'ask for a new password',
    route: 'POST /api/auth/forgot-password',
    call: ({ user }) => ['/api/auth/forgot-password', { email: user.email }],
    expected: [202, 202, 202, 202, 202],
  },
  {
    what: 'ask for a link that signs in',
    route: 'POST /api/auth/emaillink',
    call: ({ user }) => ['/api/auth/emaillink', { email: user.email }],
    expected: EVERYBODY,
  },
  ...(
    ['emaillink/check', 'emaillink/redeem', 'invitation/check', 'invitation/accept'] as const
  ).map(
    (name): Row => ({
      what: `call ${name} with a wrong token`,
      route: `POST /api/auth/${name}`,
      call: () => [`/api/auth/${name}`, { token: 'x', username: 'someone' }],
      expected: [400, 400, 400, 400, 400],
    }),
  ),
  ...(['reset-password', 'check-token', 'verify-email', 'undo-email-change'] as const).map(
    (name): Row => ({
      what: `call ${name} without a token`,
      route: `POST /api/auth/${name}`,
      call: () => [`/api/auth/${name}`, { kind: 'verify-email' }],
      expected: [400, 400, 400, 400, 400],
    }),
  ),
  {
    what: 'confirm their own email',
    route: 'POST /api/auth/verify-email/send',
    call: () => ['/api/auth/verify-email/send'],
    expected: [401, 409, 409, 409, 409],
    unverified: 202,
  },
  {
    what: 'see the queue of mail',
    route: 'GET /api/mail/status',
    call: () => ['/api/mail/status'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'see the records of the mail domain',
    route: 'GET /api/mail/dns',
    call: () => ['/api/mail/dns'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'send a test message',
    route: 'POST /api/mail/test',
    call: () => ['/api/mail/test'],
    expected: [401, 403, 403, 202, 202],
  },
  {
    what: 'sign out',
    route: 'POST /api/user/signout',
    call: () => ['/api/user/signout'],
    expected: EVERYBODY,
  },
  {
    what: 'see a user',
    route: 'GET /api/user/:userId',
    call: ({ user }) => [`/api/user/${user.id}`],
    expected: EVERYBODY,
  },
  {
    what: 'see an unknown user',
    route: 'GET /api/user/:userId',
    call: () => ['/api/user/nobody'],
    expected: [404, 404, 404, 404, 404],
  },
  {
    what: 'see a post as if it were a user',
    route: 'GET /api/user/:userId',
    call: ({ post }) => [`/api/user/${post.id}`],
    expected: [404, 404, 404, 404, 404],
  },
  {
    what: 'change a user',
    route: 'PUT /api/user/update/:userId',
    call: ({ user, fresh }) => [`/api/user/update/${user.id}`, { username: fresh }],
    expected: [401, 200, 403, 403, 403],
  },
  {
    what: 'change a user with invalid values',
    route: 'PUT /api/user/update/:userId',
    call: ({ user }) => [`/api/user/update/${user.id}`, { username: '<script>' }],
    expected: [401, 400, 403, 403, 403],
  },
  {
    what: 'change an administrator',
    route: 'PUT /api/user/update/:userId',
    call: ({ administrator, fresh }) => [
      `/api/user/update/${administrator.id}`,
      { username: fresh },
    ],
    expected: [401, 403, 403, 200, 403],
  },
  {
    what: 'change an unknown user',
    route: 'PUT /api/user/update/:userId',
    call: () => ['/api/user/update/nobody', { username: 'changed' }],
    expected: [401, 403, 403, 403, 403],
  },
  {
    what: 'make a user an administrator',
    route: 'PUT /api/user/role/:userId',
    call: ({ user }) => [`/api/user/role/${user.id}`, { role: 'administrator' }],
    expected: ADMINISTRATORS,
  },
  {
    what: 'make an administrator a reader',
    route: 'PUT /api/user/role/:userId',
    call: ({ administrator }) => [`/api/user/role/${administrator.id}`, { role: 'reader' }],
    expected: ADMINISTRATORS,
  },
  {
    what: 'give a user a role that does not exist',
    route: 'PUT /api/user/role/:userId',
    call: ({ user }) => [`/api/user/role/${user.id}`, { role: 'owner' }],
    expected: [401, 403, 403, 400, 400],
  },
  {
    what: 'change the role of an unknown user',
    route: 'PUT /api/user/role/:userId',
    call: () => ['/api/user/role/nobody', { role: 'reader' }],
    expected: [401, 403, 403, 404, 404],
  },
  {
    what: 'suspend a user',
    route: 'PUT /api/user/suspend/:userId',
    call: ({ user }) => [`/api/user/suspend/${user.id}`, SUSPENSION],
    expected: ADMINISTRATORS,
  },
  {
    what: 'suspend an administrator',
    route: 'PUT /api/user/suspend/:userId',
    call: ({ administrator }) => [`/api/user/suspend/${administrator.id}`, SUSPENSION],
    expected: [401, 403, 403, 409, 200],
  },
  {
    what: 'suspend a user until yesterday',
    route: 'PUT /api/user/suspend/:userId',
    call: ({ user }) => [`/api/user/suspend/${user.id}`, { until: '2020-01-01T00:00:00Z' }],
    expected: [401, 403, 403, 400, 400],
  },
  {
    what: 'suspend an unknown user',
    route: 'PUT /api/user/suspend/:userId',
    call: () => ['/api/user/suspend/nobody', SUSPENSION],
    expected: [401, 403, 403, 404, 404],
  },
  {
    what: 'lift the suspension of a user who has none',
    route: 'PUT /api/user/suspend/:userId',
    call: ({ user }) => [`/api/user/suspend/${user.id}`, { until: null }],
    expected: ADMINISTRATORS,
  },
  {
    what: 'see one’s sessions',
    route: 'GET /api/user/sessions',
    call: () => ['/api/user/sessions'],
    expected: SIGNED_IN,
  },
  {
    what: 'see the events of one’s account',
    route: 'GET /api/user/events',
    call: () => ['/api/user/events'],
    expected: SIGNED_IN,
  },
  {
    what: 'end one’s other sessions',
    route: 'DELETE /api/user/sessions',
    call: () => ['/api/user/sessions'],
    expected: SIGNED_IN,
  },
  {
    what: 'end an unknown session',
    route: 'DELETE /api/user/sessions/:id',
    call: () => ['/api/user/sessions/nothing'],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'read the audit log',
    route: 'GET /api/audit',
    call: () => ['/api/audit'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'read the audit log as CSV',
    route: 'GET /api/audit',
    call: () => ['/api/audit?format=csv'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'read the audit log with a bad number',
    route: 'GET /api/audit',
    call: () => ['/api/audit?limit=1000'],
    expected: [401, 403, 403, 400, 400],
  },
  ...INVITATION_ACCESS,
  ...SITE_ACCESS,
  {
    what: 'read the settings',
    route: 'GET /api/settings',
    call: () => ['/api/settings'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'change the settings',
    route: 'PUT /api/settings',
    call: () => ['/api/settings', { auditDays: 400 }],
    expected: ADMINISTRATORS,
  },
  {
    what: 'give a setting a bad value',
    route: 'PUT /api/settings',
    call: () => ['/api/settings', { auditDays: 1 }],
    expected: [401, 403, 403, 400, 400],
  },
  {
    what: 'delete a user',
    route: 'DELETE /api/user/delete/:userId',
    call: ({ user }) => [`/api/user/delete/${user.id}`],
    expected: [401, 200, 403, 200, 200],
  },
  {
    what: 'delete an administrator',
    route: 'DELETE /api/user/delete/:userId',
    call: ({ administrator }) => [`/api/user/delete/${administrator.id}`],
    expected: [401, 403, 403, 200, 403],
  },
  {
    what: 'delete an unknown user',
    route: 'DELETE /api/user/delete/:userId',
    call: () => ['/api/user/delete/nobody'],
    expected: [401, 403, 403, 404, 404],
  },
  {
    what: 'list the users',
    route: 'GET /api/user/getusers',
    call: () => ['/api/user/getusers'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'list the users with a bad number',
    route: 'GET /api/user/getusers',
    call: () => ['/api/user/getusers?limit=many'],
    expected: [401, 403, 403, 400, 400],
  },
  {
    what: 'request an upload of a profile picture',
    route: 'POST /api/upload',
    call: () => ['/api/upload', picture('profile')],
    expected: [401, 201, 201, 201, 201],
  },
  {
    what: 'request an upload of a post’s picture',
    route: 'POST /api/upload',
    call: () => ['/api/upload', picture('post')],
    expected: [401, 403, 403, 201, 201],
    author: 201,
    editor: 201,
  },
  {
    what: 'upload a broken picture as a user',
    route: 'PUT /api/upload/:name',
    call: ({ places }) => [`/api/upload/${places.user}`, {}],
    expected: [401, 400, 403, 403, 403],
  },
  {
    what: 'upload a broken picture as an administrator',
    route: 'PUT /api/upload/:name',
    call: ({ places }) => [`/api/upload/${places.administrator}`, {}],
    expected: [401, 403, 403, 400, 403],
  },
  {
    what: 'upload without a request',
    route: 'PUT /api/upload/:name',
    call: () => ['/api/upload/1735689600000-a.png', {}],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'complete the upload of a user',
    route: 'POST /api/upload/complete',
    call: ({ places }) => ['/api/upload/complete', { publicUrl: `/uploads/${places.user}` }],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'create a post',
    route: 'POST /api/post/create',
    call: () => ['/api/post/create', text],
    expected: [401, 403, 403, 201, 201],
    author: 201,
    editor: 201,
  },
  {
    what: 'create a post without fields',
    route: 'POST /api/post/create',
    call: () => ['/api/post/create', {}],
    expected: [401, 403, 403, 400, 400],
    author: 400,
    editor: 400,
  },
  {
    what: 'preview a post',
    route: 'POST /api/post/preview',
    call: () => ['/api/post/preview', text],
    expected: ADMINISTRATORS,
    author: 200,
    editor: 200,
  },
  {
    what: 'read posts',
    route: 'GET /api/post/getposts',
    call: () => ['/api/post/getposts'],
    expected: EVERYBODY,
  },
  {
    what: 'read posts with a bad number',
    route: 'GET /api/post/getposts',
    call: () => ['/api/post/getposts?startIndex=-1'],
    expected: [400, 400, 400, 400, 400],
  },
  {
    what: 'search posts',
    route: 'GET /api/post/search',
    call: () => ['/api/post/search?searchTerm=a'],
    expected: EVERYBODY,
  },
  {
    what: 'read the categories',
    route: 'GET /api/post/categories',
    call: () => ['/api/post/categories'],
    expected: EVERYBODY,
  },
  {
    what: 'change a post as oneself',
    route: 'PUT /api/post/updatepost/:postId/:userId',
    call: ({ post, ownId }) => [`/api/post/updatepost/${post.id}/${ownId}`, text],
    expected: ADMINISTRATORS,
    editor: 200,
  },
  {
    what: 'change a post as its author',
    route: 'PUT /api/post/updatepost/:postId/:userId',
    call: ({ post, administrator }) => [
      `/api/post/updatepost/${post.id}/${administrator.id}`,
      text,
    ],
    expected: [401, 403, 403, 200, 403],
  },
  {
    what: 'change a comment as if it were a post',
    route: 'PUT /api/post/updatepost/:postId/:userId',
    call: ({ comment, ownId }) => [`/api/post/updatepost/${comment.id}/${ownId}`, text],
    expected: [401, 403, 403, 404, 404],
    author: 404,
    editor: 404,
  },
  {
    what: 'delete a post as oneself',
    route: 'DELETE /api/post/deletepost/:postId/:userId',
    call: ({ post, ownId }) => [`/api/post/deletepost/${post.id}/${ownId}`],
    expected: ADMINISTRATORS,
    editor: 200,
  },
  {
    what: 'delete a post as its author',
    route: 'DELETE /api/post/deletepost/:postId/:userId',
    call: ({ post, administrator }) => [`/api/post/deletepost/${post.id}/${administrator.id}`],
    expected: [401, 403, 403, 200, 403],
  },
  {
    what: 'change the post of an author',
    route: 'PUT /api/post/updatepost/:postId/:userId',
    call: ({ authorsPost, ownId }) => [`/api/post/updatepost/${authorsPost.id}/${ownId}`, text],
    expected: ADMINISTRATORS,
    author: 200,
    editor: 200,
  },
  {
    what: 'delete the post of an author',
    route: 'DELETE /api/post/deletepost/:postId/:userId',
    call: ({ authorsPost, ownId }) => [`/api/post/deletepost/${authorsPost.id}/${ownId}`],
    expected: ADMINISTRATORS,
    author: 200,
    editor: 200,
  },
  {
    what: 'delete an unknown post',
    route: 'DELETE /api/post/deletepost/:postId/:userId',
    call: ({ ownId }) => [`/api/post/deletepost/nothing/${ownId}`],
    expected: [401, 403, 403, 404, 404],
    author: 404,
    editor: 404,
  },
  {
    what: 'write a comment',
    route: 'POST /api/comment/create',
    call: ({ post, ownId }) => [
      '/api/comment/create',
      { content: 'Hello', postId: post.id, userId: ownId },
    ],
    expected: [401, 201, 201, 201, 201],
    unverified: 403,
  },
  {
    what: 'write a comment in the name of a user',
    route: 'POST /api/comment/create',
    call: ({ post, user }) => [
      '/api/comment/create',
      { content: 'Hello', postId: post.id, userId: user.id },
    ],
    expected: [401, 201, 403, 403, 403],
  },
  {
    what: 'write an empty comment',
    route: 'POST /api/comment/create',
    call: () => ['/api/comment/create', {}],
    expected: [401, 400, 400, 400, 400],
  },
  {
    what: 'read a thread',
    route: 'GET /api/comment/getPostComments/:postId',
    call: ({ post }) => [`/api/comment/getPostComments/${post.id}`],
    expected: EVERYBODY,
  },
  {
    what: 'read the thread of an unknown post',
    route: 'GET /api/comment/getPostComments/:postId',
    call: () => ['/api/comment/getPostComments/nothing'],
    expected: EVERYBODY,
  },
  {
    what: 'read a thread with a bad number',
    route: 'GET /api/comment/getPostComments/:postId',
    call: ({ post }) => [`/api/comment/getPostComments/${post.id}?limit=0`],
    expected: [400, 400, 400, 400, 400],
  },
  {
    what: 'see a default profile picture',
    route: 'GET /avatars/:file',
    call: () => ['/avatars/al-3.svg'],
    expected: EVERYBODY,
  },
  {
    what: 'read a thread as a feed',
    route: 'GET /post/:slug/comments.xml',
    call: ({ post }) => [`/post/${post.slug}/comments.xml`],
    expected: EVERYBODY,
  },
  {
    what: 'edit a comment',
    route: 'PUT /api/comment/editComment/:commentId',
    call: ({ comment }) => [`/api/comment/editComment/${comment.id}`, { content: 'New' }],
    expected: [401, 200, 403, 200, 200],
    editor: 200,
  },
  {
    what: 'empty a comment',
    route: 'PUT /api/comment/editComment/:commentId',
    call: ({ comment }) => [`/api/comment/editComment/${comment.id}`, { content: '' }],
    expected: [401, 400, 403, 400, 400],
    editor: 400,
  },
  {
    what: 'edit an unknown comment',
    route: 'PUT /api/comment/editComment/:commentId',
    call: () => ['/api/comment/editComment/nothing', { content: 'New' }],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'like a comment',
    route: 'PUT /api/comment/likeComment/:commentId',
    call: ({ comment }) => [`/api/comment/likeComment/${comment.id}`],
    expected: SIGNED_IN,
  },
  {
    what: 'like an unknown comment',
    route: 'PUT /api/comment/likeComment/:commentId',
    call: () => ['/api/comment/likeComment/nothing'],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'delete a comment',
    route: 'DELETE /api/comment/deleteComment/:commentId',
    call: ({ comment }) => [`/api/comment/deleteComment/${comment.id}`],
    expected: [401, 200, 403, 200, 200],
    editor: 200,
  },
  {
    what: 'delete an unknown comment',
    route: 'DELETE /api/comment/deleteComment/:commentId',
    call: () => ['/api/comment/deleteComment/nothing'],
    expected: [401, 404, 404, 404, 404],
  },
  {
    what: 'list all comments',
    route: 'GET /api/comment/getcomments',
    call: () => ['/api/comment/getcomments'],
    expected: ADMINISTRATORS,
    editor: 200,
  },
  {
    what: 'list all comments with a bad number',
    route: 'GET /api/comment/getcomments',
    call: () => ['/api/comment/getcomments?startIndex=-1'],
    expected: [401, 403, 403, 400, 400],
    editor: 400,
  },
  {
    what: 'see the publish status',
    route: 'GET /api/publish/status',
    call: () => ['/api/publish/status'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'retry a post that isn’t waiting',
    route: 'POST /api/publish/retry/:postId',
    call: ({ post }) => [`/api/publish/retry/${post.id}`],
    expected: [401, 403, 403, 404, 404],
  },
  {
    what: 'see the statistics',
    route: 'GET /api/stats/overview',
    call: () => ['/api/stats/overview'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'see version, free disk and failing mail',
    route: 'GET /api/stats/system',
    call: () => ['/api/stats/system'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'see what is new in this version',
    route: 'GET /api/stats/changelog',
    call: () => ['/api/stats/changelog'],
    expected: ADMINISTRATORS,
  },
  ...STATS_ACCESS,
  ...MEDIA_ACCESS,
  ...REDIRECT_ACCESS,
  ...BACKUP_ACCESS,
  ...IMPORT_ACCESS,
  {
    what: 'see the status of the demo',
    route: 'GET /api/demo/status',
    call: () => ['/api/demo/status'],
    expected: ADMINISTRATORS,
  },
  {
    what: 'remove the demo',
    route: 'POST /api/demo/remove',
    call: () => ['/api/demo/remove'],
    expected: ADMINISTRATORS,
  },
];
