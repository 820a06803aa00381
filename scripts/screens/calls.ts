/** Calls that bring the site into the states of the screenshots. */
export interface Session {
  cookie: string;
  user: { _id: string };
}

/** Calls the API. Throws if the answer isn't a success. */
export async function call<T>(
  site: { url: string },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { data, as }: { data?: object; as?: Session | undefined } = {},
): Promise<T> {
  const answer = await fetch(`${site.url}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie: as?.cookie ?? '' },
    ...(data && { body: JSON.stringify(data) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export async function signIn(site: { url: string }, data: object): Promise<Session> {
  const answer = await fetch(`${site.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { user } = (await answer.json()) as { user: { _id: string } };
  return { cookie, user };
}
