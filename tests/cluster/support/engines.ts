import { inject } from 'vitest';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import { createDatabase } from './postgres.ts';

/** Where several nodes may keep their data: on a PostgreSQL server, or in one SQLite file. */
export const ENGINES = ['PostgreSQL', 'one SQLite file'] as const;

/** Starts a cluster on a new, empty database. */
export async function startClusterOn(
  engine: (typeof ENGINES)[number],
  options: ClusterOptions,
): Promise<Cluster> {
  if (engine !== 'PostgreSQL') return startCluster(options);
  const databaseUrl = await createDatabase(inject('postgresUrl'));
  return startCluster({ databaseUrl, ...options });
}
