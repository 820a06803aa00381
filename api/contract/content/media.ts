import { truncate } from '../truncate.ts';
import { pictureUrl, videoUrl } from '../urls.ts';
import { attribute, classesOf, VIDEO_CLASSES } from './attributes.ts';
import type { ElementNode } from './elements.ts';
import { cleanText } from './line.ts';

/** Returns a picture as it's stored, or `null` when its URL isn't allowed. */
export function pictureTag(element: ElementNode): string | null {
  const src = pictureUrl(element.attribs.get('src') ?? '');
  if (src === null) return null;
  const size = ['width', 'height'].map((name) => {
    const value = /^([1-9]\d{0,4})(?:px)?$/.exec(element.attribs.get(name) ?? '')?.[1];
    return value === undefined ? '' : attribute(name, value);
  });
  const alt = cleanText(element.attribs.get('alt') ?? '');
  return `<img${attribute('src', src)}${attribute('alt', alt)}${size.join('')}>`;
}

/**
 * Returns the player of a video, or an empty string for other sites. The sandbox lets it play and
 * open the video's page, but not access this page. YouTube needs the origin as referrer.
 */
export function videoTag(element: ElementNode): string {
  const src = videoUrl(element.attribs.get('src') ?? '');
  if (src === null) return '';
  const site = src.includes('vimeo') ? 'Vimeo' : 'YouTube';
  const title = truncate(cleanText(element.attribs.get('title') ?? '').trim(), 200);
  const classes = ['ql-video', ...classesOf(element.attribs.get('class'), VIDEO_CLASSES)];
  return `<iframe${attribute('class', classes.join(' '))}${attribute('src', src)}${attribute(
    'title',
    title || `${site} video`,
  )} loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>`;
}
