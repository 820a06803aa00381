import type { Answer } from './app.ts';

/** Returns the `Cookie` header of a browser that got these answers, oldest first. */
export function cookiesOf(...answers: (Answer | string)[]): string {
  const jar = new Map<string, string>();
  for (const answer of answers) {
    const pairs = typeof answer === 'string' ? answer.split('; ') : answer.headers.getSetCookie();
    for (const pair of pairs) {
      const [name = '', value = ''] = (pair.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
