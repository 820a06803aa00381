import { engine } from './engine.ts';
import type * as Accounts from './schema/sqlite/accounts.ts';
import type * as Content from './schema/sqlite/content.ts';
import type * as Nodes from './schema/sqlite/nodes.ts';

export * from './schema/types.ts';

// Both folders have the same tables and columns, so the types of one serve both.
const tables =
  engine === 'postgres'
    ? await Promise.all([
        import('./schema/postgres/accounts.ts'),
        import('./schema/postgres/content.ts'),
        import('./schema/postgres/nodes.ts'),
      ])
    : await Promise.all([
        import('./schema/sqlite/accounts.ts'),
        import('./schema/sqlite/content.ts'),
        import('./schema/sqlite/nodes.ts'),
      ]);
const [accounts, content, shared] = tables as unknown as [
  typeof Accounts,
  typeof Content,
  typeof Nodes,
];

export const { users, sessions, devices, identities, signInFlows } = accounts;
export const { posts, categories, comments, likes, pictures } = content;
export const { changes, feed, nodes, leases, jobs, rateLimits, settings } = shared;
