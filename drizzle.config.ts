import { defineConfig } from 'drizzle-kit';
import { engine } from './db/engine.ts';

export default defineConfig({
  dialect: engine === 'postgres' ? 'postgresql' : 'sqlite',
  schema: './db/schema',
  out: `./db/migrations/${engine}`,
});
