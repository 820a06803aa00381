import { engine } from './engine.ts';
import type * as sqlite from './schema/sqlite.ts';

export * from './schema/types.ts';

// Both files have the same tables and columns, so one type serves both.
const tables: typeof sqlite =
  engine === 'postgres'
    ? ((await import('./schema/postgres.ts')) as unknown as typeof sqlite)
    : await import('./schema/sqlite.ts');

export const {
  users,
  sessions,
  devices,
  identities,
  posts,
  categories,
  comments,
  likes,
  pictures,
  signInFlows,
  rateLimits,
  settings,
  changes,
  feed,
  nodes,
  leases,
  jobs,
} = tables;
