import { plural } from '../../import-report.ts';
import { pictureReader } from '../local-pictures.ts';
import type { ForeignFormat } from '../source.ts';
import { exportsIn, hasMarkdown, looksLikeWxr, pathsOf, Uploads } from './files.ts';
import { wordpressRecords } from './records.ts';
import { readSite, type Site } from './site.ts';

/** WXR 1.0 to 1.2, the XML of Tools > Export, or a folder or zip with it and the uploads. */
export const wordpress: ForeignFormat = {
  name: 'wordpress',
  recognizes: async ({ head, tree }) =>
    tree ? !hasMarkdown(tree) && (await exportsIn(tree)).length > 0 : looksLikeWxr(head),
  open: async ({ path, tree }) => {
    const paths = tree ? await pathsOf(path, tree, await exportsIn(tree)) : [path];
    const site = await readSite(paths);
    const uploads = tree && new Uploads(tree);
    return {
      summary: summaryOf(site),
      oldSite: site.url.replace(/\/+$/, ''),
      records: (context) => wordpressRecords(paths, site, context),
      ...(uploads && { pictureAt: pictureReader(tree, (address) => uploads.fileOf(address)) }),
    };
  },
};

function summaryOf({ entries, comments, attachments, url }: Site): string {
  const all = [...entries.values()];
  const posts = all.filter(({ type }) => type === 'post').length;
  const parts = [
    plural(posts, 'post'),
    plural(all.length - posts, 'page'),
    plural(comments, 'comment'),
  ];
  const files =
    attachments.size === 0 ? '' : `; ${plural(attachments.size, 'file')} on ${hostOf(url)}`;
  return `WordPress export of ${hostOf(url)}, ${parts.join(', ')}${files}`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the old site';
}
