import { videoUrl } from '../../api/contract/urls.ts';
import { ICONS } from '../icons/icons.ts';
import { attributesHtml, escapeText } from './html.ts';

/** The title that the editor gives to a video without one. */
const NO_TITLE = /^(?:YouTube|Vimeo) video$/;

/**
 * Returns the placeholder of a video: a link to its page on YouTube or Vimeo, which
 * `src/scripts/play-video.ts` replaces with the player on a click (decision 022). Empty for an
 * address that isn't a player. A span, because the video may be inside a paragraph.
 */
export function videoHtml(src: string, title = ''): string {
  const player = videoUrl(src);
  if (player === null) return '';
  const provider = player.includes('vimeo.com') ? 'Vimeo' : 'YouTube';
  const name = NO_TITLE.test(title) ? '' : title;
  const attributes = {
    class: 'video-link',
    href: pageOf(player),
    rel: 'noopener noreferrer',
    'data-player': player,
    'data-title': name || `${provider} video`,
  };
  const lead = name ? `Play “${name}” on ${provider}` : `Play the video on ${provider}`;
  return (
    `<span class="video"><a${attributesHtml(attributes)}>` +
    `<span class="video-icon"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS.play}"/></svg></span>` +
    `<span class="video-lead">${escapeText(lead)}</span> ` +
    `<span class="video-note">Nothing is loaded from ${provider} until you play it.</span></a></span>`
  );
}

/** Returns the address of a video's page, for readers without JavaScript and for new tabs. */
function pageOf(player: string): string {
  const { hostname, pathname, searchParams } = new URL(player);
  const id = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (hostname === 'player.vimeo.com') {
    const key = searchParams.get('h');
    return `https://vimeo.com/${id}${key ? `/${key}` : ''}`;
  }
  const start = searchParams.get('start');
  return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}s` : ''}`;
}
