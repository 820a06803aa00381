import { describe, expect, test } from 'vitest';
import {
  isForApp,
  isHealthCheck,
  pathOf,
  proxiedInDevelopment,
  ROUTES,
  routeKind,
} from '../../../api/http/routes.ts';

const examples = ROUTES.flatMap(({ kind, examples }) =>
  examples.map((example): [string, string] => [example, kind]),
);

test.each(examples)('%s leads to: %s', (example, kind) => {
  expect(routeKind(pathOf(example))).toBe(kind);
});

describe('addresses that look like others', () => {
  test.each([
    ['/apis', 'page'],
    ['/post', 'page'],
    ['/post/a/b', 'page'],
    ['/post/UPPER', 'page'],
    ['/post/a/b/comments.xml', 'page'],
    ['/dashboards', 'page'],
    ['/dashboard', 'dashboard'],
    ['/create-post', 'editor'],
    ['/sitemap.xml', 'page'],
    ['/update-posts', 'page'],
    ['/uploads', 'page'],
    ['/archived', 'page'],
    ['/sitemap.xml.gz', 'hidden'],
    ['/uploads/.hidden', 'hidden'],
    ['/.well-known/other', 'hidden'],
    ['/.well-known/security.txt.br', 'hidden'],
    ['/a/.well-known/security.txt', 'hidden'],
    ['/404', 'hidden'],
    ['/404.html', 'hidden'],
    ['/', 'rendered'],
    ['/rss.xml', 'rendered'],
  ])('%s leads to: %s', (path, kind) => {
    expect(routeKind(path)).toBe(kind);
  });
});

test('a target may have a query, and name its host', () => {
  expect(pathOf('http://localhost/api/health?a=/b?c')).toBe('/api/health');
  expect(pathOf('http://localhost')).toBe('/');
  expect(isForApp('http://localhost/api/health')).toBe(true);
  expect(isForApp('/about?next=/api/')).toBe(false);
  expect(isHealthCheck('/api/health?deep')).toBe(true);
  expect(isHealthCheck('/api/healthy')).toBe(false);
});

test('in development, Vite passes on what only our server answers, and nothing else', () => {
  // As Vite does: a pattern begins with "^" and is matched with the query.
  const isProxied = (target: string) =>
    proxiedInDevelopment().some((pattern) => new RegExp(pattern).test(target));
  for (const target of ['/api', '/api/auth/session', '/api/post/getposts?limit=1']) {
    expect(isProxied(target), target).toBe(true);
  }
  expect(isProxied('/uploads/1-a.png')).toBe(true);
  expect(isProxied('/post/hello/comments.xml?a=b')).toBe(true);
  for (const target of [
    '/',
    '/apis',
    '/post/hello',
    '/dashboard',
    '/uploads',
    '/api/contract/posts.ts',
  ]) {
    expect(isProxied(target), target).toBe(false);
  }
});
