import { expect, test } from 'vitest';
import { listPostCards } from '../../../db/queries/posts.ts';
import { cardsOf } from '../../../src/lib/data.ts';
import { positionOf } from '../../../src/lib/pictures.ts';
import { makePost, testDatabase } from '../../support/database.ts';

test('a card has the focal point of its cover, and nothing about it without one', async () => {
  const database = await testDatabase();
  await makePost(database, { title: 'Without' });
  await makePost(database, { title: 'With', imageFocus: '5 100' });
  const cards = cardsOf(await listPostCards(database.read, {}, { startIndex: 0, limit: 2 }));
  const shown = cards.map(({ title, ...card }) => [title, 'imageFocus' in card, card.imageFocus]);
  expect(shown.toSorted()).toEqual([
    ['With', true, '5 100'],
    ['Without', false, undefined],
  ]);
  expect(positionOf('5 100')).toBe('5% 100%');
  expect(positionOf('')).toBeUndefined();
});
