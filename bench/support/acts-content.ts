/** What `bench/acts.ts` acts on. */
import { ADMIN } from '../../tests/e2e/support/server.ts';

const USERS = 12;
/** The first one is on the second page of the list, which has nine users a page. */
export const USER = 'reader-10';

export interface LivePost {
  _id: string;
  slug: string;
}

async function post(url: string, data: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(data) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Creates users, and a post with a cover. */
export async function prepare(origin: string): Promise<LivePost> {
  for (let number = 10; number < 10 + USERS; number++) {
    const username = `reader-${number}`;
    const password = 'the long way home 7';
    const user = { username, email: `${username}@example.com`, password };
    await post(`${origin}/api/auth/signup`, user);
  }
  const signedIn = await post(`${origin}/api/auth/signin`, ADMIN);
  const cookies = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  const listed = await fetch(`${origin}/api/post/getposts`);
  const { posts } = (await listed.json()) as { posts: { image: string }[] };
  const data = {
    ...{ title: 'A live post', category: 'javascript', image: posts[0]?.image },
    content: '<p>The first line</p><p>The second line.</p>',
  };
  const made = await post(`${origin}/api/post/create`, data, cookies.join('; '));
  return (await made.json()) as LivePost;
}
