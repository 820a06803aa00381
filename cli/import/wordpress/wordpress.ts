import type { ForeignFormat } from '../source.ts';
import { wordpressRecords } from './records.ts';
import { readSite, type Site } from './site.ts';

/** WXR 1.0 to 1.2, the XML of Tools > Export. */
export const wordpress: ForeignFormat = {
  name: 'wordpress',
  recognizes: ({ head }) =>
    /<rss[\s>]/.test(head) && /wordpress\.org\/export\/|<wp:wxr_version>/.test(head),
  open: async ({ path }) => {
    const site = await readSite(path);
    return {
      summary: summaryOf(site),
      oldSite: site.url.replace(/\/+$/, ''),
      records: (context) => wordpressRecords(path, site, context),
    };
  },
};

function summaryOf({ entries, comments, attachments, url }: Site): string {
  const all = [...entries.values()];
  const posts = all.filter(({ type }) => type === 'post').length;
  const parts = [
    counted(posts, 'post'),
    counted(all.length - posts, 'page'),
    counted(comments, 'comment'),
  ];
  const files =
    attachments.size === 0 ? '' : `; ${counted(attachments.size, 'file')} on ${hostOf(url)}`;
  return `WordPress export of ${hostOf(url)}, ${parts.join(', ')}${files}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the old site';
}
