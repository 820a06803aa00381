import { expect, test, vi } from 'vitest';
import { createSignInAttempts } from '../../../api/ratelimit/sign-in-attempts.ts';
import { testApp } from '../../support/app.ts';

test.each(['failed', 'abandoned'] as const)(
  'a sign-in that %s is recorded in one transaction',
  async (outcome) => {
    const limits = {
      signInAccountAddress: { points: 1, duration: 60 },
      signInAddress: { points: 1, duration: 60 },
    };
    const { services, database } = await testApp({ limits });
    const attempts = createSignInAttempts(services);
    const email = 'ada@example.com';
    const source = { email, address: '2001:db8::', browser: undefined };
    const attempt = await database.transaction((tx) => attempts.begin(tx, source));
    const transaction = vi.spyOn(database, 'transaction');
    await attempt[outcome]();
    expect(transaction).toHaveBeenCalledTimes(1);
  },
);
