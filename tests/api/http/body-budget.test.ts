import { expect, test } from 'vitest';
import type { ApiError } from '../../../api/errors.ts';
import { createBodyBudget } from '../../../api/http/body-budget.ts';

function openIn(budget: ReturnType<typeof createBodyBudget>, address: string) {
  const refusals: ApiError[] = [];
  const body = budget.open(address, (refusal) => refusals.push(refusal));
  return { ...body, dropped: () => refusals.map(({ statusCode }) => statusCode) };
}

test("over the bound of an address, its largest body is dropped and other addresses aren't affected", () => {
  const budget = createBodyBudget({ perAddress: 100, total: 1_000 });
  const [small, large, other] = ['a', 'a', 'b'].map((address) => openIn(budget, address));
  large?.grow(80);
  other?.grow(90);
  small?.grow(20);
  expect([small, large, other].map((body) => body?.dropped())).toEqual([[], [], []]);
  small?.grow(1);
  expect([small, large, other].map((body) => body?.dropped())).toEqual([[], [429], []]);
  // A dropped body no longer counts and can't grow.
  large?.grow(1_000);
  small?.grow(79);
  expect([small, large, other].map((body) => body?.dropped())).toEqual([[], [429], []]);
});

test('over the total bound, the largest body is dropped, not the newest', () => {
  const budget = createBodyBudget({ perAddress: 100, total: 1_000 });
  const attackers = Array.from({ length: 10 }, (_, n) => openIn(budget, `attacker ${n}`));
  for (const attacker of attackers) attacker.grow(100);
  const honest = openIn(budget, 'honest');
  honest.grow(3);
  expect(honest.dropped()).toEqual([]);
  expect(attackers.flatMap(({ dropped }) => dropped())).toEqual([503]);
});

test('a complete body releases its bytes once', () => {
  const budget = createBodyBudget({ perAddress: 100, total: 100 });
  const first = openIn(budget, 'a');
  first.grow(100);
  first.close();
  first.close();
  const second = openIn(budget, 'a');
  second.grow(100);
  expect(second.dropped()).toEqual([]);
  second.grow(1);
  expect(second.dropped()).toEqual([429]);
});

test('a refusal has Retry-After and closes the connection', () => {
  const budget = createBodyBudget({ perAddress: 1, total: 10 });
  let refusal: ApiError | undefined;
  budget
    .open('a', (error) => {
      refusal = error;
    })
    .grow(2);
  expect(refusal?.headers).toEqual({ 'Retry-After': '5', Connection: 'close' });
});
