import { expect, test } from 'vitest';
import { answerCache, type Bytes, toBytes } from '../../api/answer-cache.ts';
import { testApp } from '../support/app.ts';
import { makePost } from '../support/database.ts';

const MEBIBYTE = 1024 * 1024;
const body = (length: number) => async () => ({ body: new Uint8Array(length) });

test('an answer is made once, and again when the database has changed', async () => {
  const { services, database } = await testApp();
  const cache = answerCache<{ body: Bytes }>(services);
  let made = 0;
  const make = async () => ({ body: toBytes(String(++made)) });
  expect(cache.find('list')).toBe(undefined);
  expect(await cache.answer('list', make)).toEqual({ body: toBytes('1') });
  expect(await cache.answer('list', make)).toEqual({ body: toBytes('1') });
  expect(cache.find('list')).toEqual({ body: toBytes('1') });
  await makePost(database);
  expect(cache.find('list')).toBe(undefined);
  expect(await cache.answer('list', make)).toEqual({ body: toBytes('2') });
});

test('what was read while the database changed is not kept', async () => {
  const { services, database } = await testApp();
  const cache = answerCache<{ body: Bytes }>(services);
  await cache.answer('list', async () => {
    await makePost(database);
    return { body: toBytes('from before') };
  });
  expect(cache.find('list')).toBe(undefined);
});

test('one long answer, or many of another cache, leave the others where they are', async () => {
  const { services } = await testApp();
  const lists = answerCache<{ body: Bytes }>(services);
  const searches = answerCache<{ body: Bytes }>(services);
  for (let n = 0; n < 5; n++) await lists.answer(`list ${n}`, body(MEBIBYTE));
  await lists.answer('long', body(7 * MEBIBYTE));
  for (let n = 0; n < 20; n++) await searches.answer(`search ${n}`, body(MEBIBYTE));
  for (let n = 0; n < 5; n++) expect(lists.find(`list ${n}`)).toBeDefined();
  expect(lists.find('long')).toBe(undefined);
});

test('nothing is kept when the database doesn’t tell whether it changed', async () => {
  const cache = answerCache<{ body: Bytes }>({ database: {} });
  await cache.answer('list', async () => ({ body: toBytes('1') }));
  expect(cache.find('list')).toBe(undefined);
});
