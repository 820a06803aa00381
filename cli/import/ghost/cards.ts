import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import { markdownToHtml } from '../markdown/html.ts';

type Payload = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const paragraph = (html: string) => (html === '' ? '' : `<p>${html}</p>`);

/** A caption is HTML. */
function figure(contents: string, caption: string, width = ''): string {
  const wide = width === 'wide' || width === 'full' ? attribute('data-width', width) : '';
  const shown = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure${wide}>${contents}${shown}</figure>`;
}

function picture({ src, fileName, alt, title }: Payload): string {
  const address = text(src) || text(fileName);
  return address === ''
    ? ''
    : `<img${attribute('src', address)}${attribute('alt', text(alt) || text(title))}>`;
}

function link(url: unknown, label: string): string {
  return text(url) === ''
    ? escapeText(label)
    : `<a${attribute('href', text(url))}>${escapeText(label || text(url))}</a>`;
}

/** The kinds of callouts by their color. */
const CALLOUTS: Record<string, string> = { red: 'warning', yellow: 'warning', green: 'tip' };

const CARDS: Record<string, (payload: Payload) => string> = {
  image(payload) {
    const { href, caption, cardWidth } = payload;
    const image = picture(payload);
    const shown = text(href) === '' ? image : `<a${attribute('href', text(href))}>${image}</a>`;
    return figure(shown, text(caption), text(cardWidth));
  },
  gallery({ images, caption }) {
    const all = Array.isArray(images) ? (images as Payload[]) : [];
    return figure(all.map(picture).join(''), text(caption));
  },
  code({ code, language, caption }) {
    const pre = `<pre${attribute('data-language', text(language))}><code>${escapeText(text(code))}</code></pre>`;
    return pre + paragraph(text(caption));
  },
  markdown: ({ markdown }) => markdownToHtml(text(markdown), {}).html,
  html: ({ html }) => text(html),
  hr: () => '<hr>',
  embed({ html, url, caption }) {
    const own = text(html) || paragraph(link(url, ''));
    return own + paragraph(text(caption));
  },
  bookmark({ url, metadata, caption }) {
    const { title, description, url: own, author, publisher } = Object(metadata) as Payload;
    return bookmarkHtml({
      url: text(url) || text(own),
      title: text(title),
      description: text(description),
      publisher: [text(author), text(publisher)],
      caption: text(caption),
    });
  },
  callout({ calloutText, calloutEmoji, backgroundColor }) {
    const emoji = text(calloutEmoji);
    return calloutHtml(
      `${emoji === '' ? '' : `${escapeText(emoji)} `}${text(calloutText)}`,
      text(backgroundColor),
    );
  },
  toggle: ({ heading, content }) =>
    `<details><summary>${text(heading)}</summary>${text(content)}</details>`,
  button: ({ buttonUrl, buttonText }) => paragraph(link(buttonUrl, text(buttonText))),
  audio: ({ src, title }) =>
    `<audio${attribute('src', text(src))}${attribute('title', text(title))}></audio>`,
  video: ({ src, thumbnailSrc, customThumbnailSrc, caption }) => {
    const poster = text(customThumbnailSrc) || text(thumbnailSrc);
    const shown = poster === '' ? '' : attribute('poster', poster);
    return `<video${attribute('src', text(src))}${shown}></video>${paragraph(text(caption))}`;
  },
  file: ({ src, fileTitle, fileCaption, fileName }) =>
    paragraph(link(src, text(fileTitle) || text(fileName))) +
    paragraph(escapeText(text(fileCaption))),
  header({ header, heading, subheader, buttonUrl, buttonText }) {
    const title = text(heading) || text(header);
    const button = text(buttonText) === '' ? '' : paragraph(link(buttonUrl, text(buttonText)));
    return `${title === '' ? '' : `<h2>${title}</h2>`}${paragraph(text(subheader))}${button}`;
  },
  product({ productTitle, productDescription, productImageSrc, productUrl, productButton }) {
    const image = text(productImageSrc) === '' ? '' : figure(picture({ src: productImageSrc }), '');
    const button =
      text(productButton) === '' ? '' : paragraph(link(productUrl, text(productButton)));
    return `${image}<h4>${text(productTitle)}</h4>${text(productDescription)}${button}`;
  },
  'call-to-action': ({ textValue, buttonText, buttonUrl, imageUrl }) => {
    const image = text(imageUrl) === '' ? '' : figure(picture({ src: imageUrl }), '');
    const button = text(buttonText) === '' ? '' : paragraph(link(buttonUrl, text(buttonText)));
    return image + text(textValue) + button;
  },
};

/** Other names of cards in Mobiledoc and Lexical. */
const ALIASES: Record<string, string> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
  'image-card': 'image',
};
/** Cards that aren't part of the page of a post. */
const HIDDEN = new Set(['paywall', 'email', 'email-cta', 'signup', 'collection']);

/** Returns a card of Ghost as HTML. Notes cards that have no counterpart, with all their data. */
export function cardHtml(
  name: string,
  payload: Payload,
  note: (what: string, before?: unknown) => void,
): string {
  const card = CARDS[ALIASES[name] ?? name];
  if (card) return card(payload);
  note(`The card "${name}" was left out: posts have no such block.`, payload);
  const texts = HIDDEN.has(name)
    ? []
    : Object.values(payload).filter((value) => /\s/.test(text(value)));
  return texts.map((value) => paragraph(text(value))).join('');
}

export function calloutHtml(contents: string, color: string): string {
  return `<aside data-callout="${CALLOUTS[color] ?? 'note'}"><p>${contents}</p></aside>`;
}

interface Bookmark {
  url: string;
  title: string;
  description: string;
  /** Who wrote and published it. */
  publisher: readonly string[];
  /** HTML. */
  caption: string;
}

export function bookmarkHtml({ url, title, description, publisher, caption }: Bookmark): string {
  const source = publisher.filter(Boolean).map(escapeText).join(' · ');
  return [link(url, title), escapeText(description), source, caption].map(paragraph).join('');
}
