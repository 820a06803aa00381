import { isRecord } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';
import { textOf } from './values.ts';

/** Returns the properties that `defaults` of `_config.yml` has for a file. Later ones win. */
export function jekyllDefaults(
  { kind, config }: MarkdownSite,
  file: string,
): Record<string, unknown> {
  if (kind !== 'jekyll' || !Array.isArray(config.defaults)) return {};
  const found: Record<string, unknown> = {};
  for (const each of config.defaults as unknown[]) {
    if (!isRecord(each) || !isRecord(each.values) || !isRecord(each.scope)) continue;
    const path = textOf(each.scope.path).replace(/\*.*$/, '');
    const type = textOf(each.scope.type);
    if (file.startsWith(path) && (type === '' || type === typeOf(file)))
      Object.assign(found, each.values);
  }
  return found;
}

function typeOf(file: string): string {
  return /(?:^|\/)_(\w+)\//.exec(file)?.[1] ?? 'pages';
}
