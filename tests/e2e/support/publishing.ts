import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Document } from '../../../api/contract/documents.ts';
import type { Post } from '../../../api/contract/posts.ts';
import type { Body } from '../../../src/lib/api-types.ts';

/** Sends a call of the editor, such as `trash/{id}`, and returns its answer. */
export async function editorCall<T>(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<T> {
  const answer = await request.post(`/api/document/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

type Fields = Body<'POST /api/document/create'>;

export function draft(request: APIRequestContext, data: Fields): Promise<Document> {
  const defaults = { category: 'javascript', content: '<p>Some words.</p>' };
  return editorCall<Document>(request, 'create', { ...defaults, ...data });
}

/** Publishes a new post, and waits until its page is live: on a busy machine, it may be late. */
export async function publish(request: APIRequestContext, data: Fields): Promise<Post> {
  const { _id, revision } = await draft(request, data);
  const { post } = await editorCall<{ post: Post }>(request, `publish/${_id}`, { revision });
  const page = async () => (await request.get(`/post/${post.slug}`)).status();
  await expect.poll(page, { timeout: 60_000 }).toBe(200);
  return post;
}

/**
 * Waits until the editor has opened the page of the published post. On a busy machine, publishing
 * takes longer than the server waits: the editor says so then, and opens the dashboard.
 */
export async function expectPublished(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`(${path}|/dashboard\\?tab=dash)$`));
  if (page.url().endsWith(path)) return;
  await expect(page.getByText('It will be on the site soon.')).toBeVisible();
  const posts = async () => {
    const { queued, rendering } = await (await page.request.get('/api/publish/status')).json();
    return [...queued, ...rendering];
  };
  await expect.poll(posts).toEqual([]);
  await page.goto(path);
}
