import { setTimeout } from 'node:timers/promises';
import { ADMIN } from '../../tests/e2e/support/server.ts';
import { articleOf } from './posts.ts';

/** Signs in as the administrator. Returns the `Cookie` header. */
export async function signInAs(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  });
  if (!response.ok) throw new Error(`sign-in returned ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Publishes an article through the API. Returns its slug. */
export async function publish(url: string, cookie: string, index: number): Promise<string> {
  const response = await fetch(`${url}/api/post/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ ...articleOf(index), image: '' }),
  });
  if (response.status !== 201) throw new Error(`create returned ${response.status}`);
  return ((await response.json()) as { slug: string }).slug;
}

interface IndexStatus {
  state: string;
  waiting: number;
}

/** Waits until the search index contains every post. */
export async function untilIndexed(url: string, cookie: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/publish/status`, { headers: { Cookie: cookie } });
    const { index } = (await response.json()) as { index: IndexStatus };
    if (index.state === 'current' && index.waiting === 0) return;
    if (index.state === 'failed') throw new Error('indexing failed');
    await setTimeout(50);
  }
}
