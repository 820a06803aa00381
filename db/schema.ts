import { engine } from './engine.ts';
import type * as Accounts from './schema/sqlite/accounts.ts';
import type * as Content from './schema/sqlite/content.ts';
import type * as Documents from './schema/sqlite/documents.ts';
import type * as Mail from './schema/sqlite/mail.ts';
import type * as Nodes from './schema/sqlite/nodes.ts';
import type * as SecondFactor from './schema/sqlite/second-factor.ts';

export * from './schema/types.ts';

// Both folders have the same tables and columns, so the types of one serve both.
const tables =
  engine === 'postgres'
    ? await Promise.all([
        import('./schema/postgres/accounts.ts'),
        import('./schema/postgres/content.ts'),
        import('./schema/postgres/nodes.ts'),
        import('./schema/postgres/mail.ts'),
        import('./schema/postgres/second-factor.ts'),
        import('./schema/postgres/documents.ts'),
      ])
    : await Promise.all([
        import('./schema/sqlite/accounts.ts'),
        import('./schema/sqlite/content.ts'),
        import('./schema/sqlite/nodes.ts'),
        import('./schema/sqlite/mail.ts'),
        import('./schema/sqlite/second-factor.ts'),
        import('./schema/sqlite/documents.ts'),
      ]);
const [accounts, content, shared, mails, secondFactor, life] = tables as unknown as [
  typeof Accounts,
  typeof Content,
  typeof Nodes,
  typeof Mail,
  typeof SecondFactor,
  typeof Documents,
];

export const { users, sessions, devices, identities, signInFlows, audit } = accounts;
export const { posts, categories, comments, likes, pictures, pictureUses } = content;
export const { changes, feed, nodes, leases, jobs, rateLimits, settings } = shared;
export const { mail, tokens } = mails;
export const { passkeys, challenges, totpSecrets, recoveryCodes } = secondFactor;
export const { documents, revisions, previewLinks, hiddenPosts, hiddenComments, hiddenLikes } =
  life;
export const { tags, postTags, series, seriesPosts, redirects, views, referrers } = life;
