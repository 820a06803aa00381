import { inject } from 'vitest';
import { query } from '../../postgres/server.ts';
import { isShortRun } from '../../support/full-run.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';

/** Where several nodes may keep their data: on a PostgreSQL server, or in one SQLite file. */
export const ENGINES = ['PostgreSQL', 'one SQLite file'] as const;

/** Those that most tests try. `npm test` without a part leaves out the SQLite file. */
export const TRIED = isShortRun ? (['PostgreSQL'] as const) : ENGINES;

let created = 0;

/** Creates an empty database on the server of all files. Returns its URL. */
export async function newDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `cluster_${process.pid}_${++created}`;
  await query(url.href, `create database ${name}`);
  url.pathname = name;
  return url.href;
}

/** Starts a cluster on a new, empty database. */
export async function startClusterOn(
  engine: (typeof ENGINES)[number],
  options: ClusterOptions,
): Promise<Cluster> {
  if (engine !== 'PostgreSQL') return startCluster(options);
  return startCluster({ databaseUrl: await newDatabase(), ...options });
}
