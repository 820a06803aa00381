import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Db } from '../../db/client.ts';
import { getSetting, insertSetting } from '../../db/queries/settings.ts';
import { MAILED_KINDS, type MailedKind } from '../../db/schema/types.ts';

/** What a link ends: mail of a kind, or following a post. */
export type Topic = MailedKind | `post:${string}`;

export interface Unsubscription {
  userId: string;
  topics: Topic[];
}

/** Signs the links of this site. They work as long as the account exists. */
const KEY = 'notifications:key';
const KEY_BYTES = 32;
/** Characters of a signature. It comes first. */
const SIGNATURE = 43;
const MAX_LENGTH = 2_000;

/** Returns the key, and creates it for the first mail. */
export async function signingKey(database: Database): Promise<string> {
  const known = await getSetting(database.read, KEY);
  if (known !== undefined) return known;
  return await database.transaction(async (tx) => {
    await insertSetting(tx, KEY, randomBytes(KEY_BYTES).toString('base64url'));
    return (await getSetting(tx, KEY)) ?? '';
  });
}

/** Returns the token of a link. Nothing is stored: a mailbox may hold thousands of them. */
export function createToken(key: string, { userId, topics }: Unsubscription): string {
  const content = JSON.stringify([userId, ...topics]);
  return signatureOf(key, content) + Buffer.from(content).toString('base64url');
}

/** Returns what a token ends, or `undefined` if this site didn't sign it. */
export async function readToken(db: Db, token: string): Promise<Unsubscription | undefined> {
  const key = await getSetting(db, KEY);
  if (key === undefined || token.length > MAX_LENGTH || !/^[\w-]+$/.test(token)) return undefined;
  const content = Buffer.from(token.slice(SIGNATURE), 'base64url').toString();
  const expected = Buffer.from(createToken(key, parse(content)));
  const given = Buffer.from(token);
  // Compares the whole token: base64 has several spellings of the same bytes.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return parse(content);
}

function parse(content: string): Unsubscription {
  try {
    const [userId = '', ...topics] = JSON.parse(content) as string[];
    return { userId, topics: topics.filter(isTopic) };
  } catch {
    return { userId: '', topics: [] };
  }
}

function isTopic(text: string): text is Topic {
  return text.startsWith('post:') || MAILED_KINDS.some((kind) => kind === text);
}

function signatureOf(key: string, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}
