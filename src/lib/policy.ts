import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;

/**
 * Returns a content security policy without the hashes that a page doesn't need. Astro puts those
 * of every script and stylesheet of the site into each page, and hashes don't compress: together,
 * they were 5 % of a post. Pages with islands keep all: the editor's preview, which has the policy
 * of the page around it, runs the scripts of posts.
 */
export function policyOf(html: string, policy: string): string {
  if (html.includes('<astro-island')) return policy;
  const inline = [...html.matchAll(INLINE)].map(([, , code = '']) => code);
  const needed = new Set(inline.filter((code) => code !== '').map(hashOf));
  return policy.replace(/ '(sha256-[^']+)'/g, (token, hash: string) =>
    needed.has(hash) ? token : '',
  );
}

function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
