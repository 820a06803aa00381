import { engine } from './engine.ts';

const [text, integer] =
  engine === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];

/** The same as in the migrations, because the first migration itself runs under a lease. */
export const LEASES_TABLE = `create table if not exists leases (
  name ${text} primary key not null,
  holder ${text} not null,
  token ${integer} not null,
  expires_at ${integer} not null
)`;
