/**
 * The database engine of this process, by the kind of `DATABASE_URL`. The tables (`schema.ts`) and
 * the few queries that differ depend on it.
 */
export const engine: 'sqlite' | 'postgres' = /^postgres(ql)?:/.test(process.env.DATABASE_URL ?? '')
  ? 'postgres'
  : 'sqlite';
