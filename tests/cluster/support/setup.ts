import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../postgres/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of an existing database of the server. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL server for all files. Files that stop it start their own. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  provide('postgresUrl', postgres.url('postgres'));
  return () => postgres.stop();
}
