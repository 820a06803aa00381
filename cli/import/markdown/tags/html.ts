import { attribute, escapeText } from '../../../../api/contract/content/attributes.ts';
import { videoUrl } from '../../../../api/contract/urls.ts';
import type { TagArguments } from './arguments.ts';
import type { RenderMarkdown } from './held.ts';

/** Returns the player of a video, or a link if it has no usable id. */
export function videoHtml(site: 'youtube' | 'vimeo', { named, values }: TagArguments): string {
  const given = named.get('id') ?? named.get('video_id') ?? named.get('url') ?? values[0] ?? '';
  const id = given.replace(/[?&].*$/, '');
  const address =
    site === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
  const url = /^https?:/i.test(given) ? given : address;
  const title = named.get('title');
  if (videoUrl(url) === null) return linkHtml(url);
  return `<iframe${attribute('src', url)}${title ? attribute('title', title) : ''}></iframe>`;
}

export function linkHtml(url: string, text = url): string {
  return `<p><a${attribute('href', url)}>${escapeText(text)}</a></p>`;
}

export function codeHtml(code: string, language: string, options = ''): string {
  const numbers = /\blinenos\b(?!\s*[=:]\s*["']?false)/.test(options) ? ' data-numbers' : '';
  const [, lines] = /\bhl_lines\s*[=:]\s*\[?["']?([\d\s,"-]+)/.exec(options) ?? [];
  const marked = lines ? attribute('data-lines', lines.replace(/[",\s]+/g, ',')) : '';
  const text = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  return `<pre${attribute('data-language', language)}${numbers}${marked}><code>${escapeText(text)}</code></pre>`;
}

/** A picture with its caption, from the arguments that Hugo and Jekyll's themes have. */
export function figureHtml({ named, values }: TagArguments, render: RenderMarkdown): string {
  const value = (...names: string[]) => names.map((name) => named.get(name)).find(Boolean) ?? '';
  const src = value('src', 'image_path', 'url', 'path') || (values[0] ?? '');
  const alt = value('alt');
  const image = `<img${attribute('src', src)}${attribute('alt', alt)}>`;
  const link = value('link', 'href');
  const shown = link === '' ? image : `<a${attribute('href', link)}>${image}</a>`;
  const title = value('title');
  const caption = value('caption');
  const credit = value('attr');
  const source = value('attrlink');
  const texts = [
    title === '' ? '' : `<strong>${escapeText(title)}</strong>`,
    caption === '' ? '' : render.line(caption),
    credit === '' ? '' : render.line(source === '' ? credit : `[${credit}](${source})`),
  ].filter(Boolean);
  return captioned(shown, texts.join(' '));
}

export function captioned(contents: string, caption: string): string {
  const shown = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure>${contents}${shown}</figure>`;
}
