import { expect, test } from 'vitest';
import { buildFilter, isInFilter } from '../../../api/passwords/password-filter.ts';
import { newPassword } from '../../../api/passwords/password-rules.ts';

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('a filter knows every password that was added, and almost no other', () => {
  const added = numbered('added-', 5_000);
  const filter = buildFilter(new Set(added));
  expect(added.filter((password) => !isInFilter(filter, password))).toEqual([]);
  const others = numbered('other-', 200_000).filter((password) => isInFilter(filter, password));
  expect(others).toEqual([]);
});

// The last ones are far down the list of the million most common.
test.each(['password', 'Trustno1', 'iloveyou', 'vjht0409', '12345qwert', 'skyline1'])(
  'refuses the common password %s',
  (password) => {
    expect(newPassword.safeParse(password).error?.issues[0]?.message).toMatch(/most common/);
  },
);

test.each(['a rather long pass phrase', 'correct horse battery', 'tnzqr-48-elbow'])(
  'accepts %s',
  (password) => {
    expect(newPassword.safeParse(password).success).toBe(true);
  },
);
