import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { article, call, type Visitor } from '../../faults/support/site.ts';
import type { Node } from './cluster.ts';

export interface Post {
  _id: string;
  slug: string;
  title: string;
}

/** Publishes an article through a node. Throws unless it's created. */
export async function publish(node: Node, { cookie }: Visitor, values = {}): Promise<Post> {
  const json = { ...article(), ...values };
  const answer = await call(node.url, 'POST', '/api/post/create', { json, cookie });
  expect(answer.status, answer.text).toBe(201);
  return JSON.parse(answer.text) as Post;
}

export async function edit(node: Node, { cookie, userId }: Visitor, post: Post, title: string) {
  const json = { ...article(), title };
  const path = `/api/post/updatepost/${post._id}/${userId}`;
  const answer = await call(node.url, 'PUT', path, { json, cookie });
  expect(answer.status, answer.text).toBe(200);
}

export async function remove(node: Node, { cookie, userId }: Visitor, post: Post) {
  const path = `/api/post/deletepost/${post._id}/${userId}`;
  const answer = await call(node.url, 'DELETE', path, { cookie });
  expect(answer.status, answer.text).toBe(200);
}

/** Returns the slugs of the posts whose pages are files of a node, sorted. */
export async function postFiles({ dataDir }: Node): Promise<string[]> {
  const names = await readdir(join(dataDir, 'site', 'post'), { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith('/index.html'))
    .map((name) => name.replace('/index.html', ''))
    .sort();
}
