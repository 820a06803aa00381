import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { policyOf } from '../../../src/lib/policy.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

it('a page names the hashes of its own scripts and styles, and no others', () => {
  const html =
    '<html><head><style>a{}</style><script type="module">start()</script>' +
    '<script src="/a.js"></script></head><body>other()</body></html>';
  const policy = (...hashes: string[]) =>
    `default-src 'self'; script-src 'self' ${hashes.join(' ')}; style-src 'self' ${hash('a{}')};`;
  const editor = html.replace('other()', '<astro-island></astro-island>');
  expect(policyOf(editor, policy(hash('other()')))).toBe(policy(hash('other()')));
  expect(policyOf(html, policy(hash('other()'), hash('start()'), hash('')))).toBe(
    policy(hash('start()')),
  );
});
