import Quill, { Parchment } from 'quill';
import { ColorAttributor } from 'quill/formats/color.js';
import Link from 'quill/formats/link.js';
import Video from 'quill/formats/video.js';
import { CodeToken } from 'quill/modules/syntax.js';
import { videoUrl } from '../../../../api/contract/urls.ts';
import { linkAddress } from './addresses.ts';
import { PostClipboard } from './clipboard.ts';
import { PostSyntax } from './syntax.ts';

/** Links get a scheme when none was typed; where they open is the reader's choice. */
class PostLink extends Link {
  static override create(value: string) {
    const node = Link.create.call(PostLink, value);
    node.removeAttribute('target');
    return node;
  }

  static override sanitize(url: string) {
    return Link.sanitize(linkAddress(url) ?? Link.SANITIZED_URL);
  }
}

/** Videos of YouTube and Vimeo, from any address of them, by the players that keep no cookies. */
class PostVideo extends Video {
  static override create(value: string) {
    const node = Video.create.call(PostVideo, value) as HTMLElement;
    node.removeAttribute('frameborder');
    node.setAttribute('title', value.includes('vimeo') ? 'Vimeo video' : 'YouTube video');
    node.setAttribute('loading', 'lazy');
    return node;
  }

  static override sanitize(url: string) {
    return videoUrl(url) ?? 'about:blank';
  }

  /** Of what is copied. */
  override html() {
    return this.domNode.outerHTML;
  }
}

/** Quill forgets which kind of token it is when it compares two: neighbors would run into one. */
class PostCodeToken extends CodeToken {
  static override formats(node: Element, scroll: Parchment.ScrollBlot) {
    const isToken = CodeToken.formats.call(PostCodeToken, node, scroll);
    return isToken && /\bhljs-([\w-]+)/.exec(node.className)?.[1];
  }
}

/**
 * A color of the author, also as a custom property, so that the dark theme can keep it readable as it does
 * in the published post (src/lib/prose.ts).
 */
class AuthorColor extends ColorAttributor {
  readonly #copy: string;

  constructor(name: string, property: string, copy: string) {
    super(name, property, { scope: Parchment.Scope.INLINE });
    this.#copy = copy;
  }

  override add(node: HTMLElement, value: string): boolean {
    if (!super.add(node, value)) return false;
    node.style.setProperty(this.#copy, value);
    return true;
  }

  override remove(node: HTMLElement): void {
    node.style.removeProperty(this.#copy);
    super.remove(node);
  }
}

/** The pictures that are being uploaded, for `PendingImage` to show: id to object URL. */
export const pendingSources = new Map<string, string>();

/** Stands where a picture will be once it has been uploaded. Never sent and never kept. */
export class PendingImage extends Parchment.EmbedBlot {
  static override blotName = 'pending-image';
  static override tagName = 'IMG';
  static override className = 'ql-pending-image';

  static override create(id: string) {
    const node = Parchment.EmbedBlot.create.call(PendingImage) as HTMLImageElement;
    node.dataset.upload = id;
    node.alt = 'Picture being uploaded';
    node.src = pendingSources.get(id) ?? '';
    return node;
  }

  static override value(node: HTMLElement) {
    return node.dataset.upload;
  }
}

Quill.register(
  {
    'formats/link': PostLink,
    'formats/video': PostVideo,
    'formats/pending-image': PendingImage,
    'formats/code-token': PostCodeToken,
    'formats/color': new AuthorColor('color', 'color', '--author-color'),
    'formats/background': new AuthorColor('background', 'background-color', '--author-ground'),
    'modules/clipboard': PostClipboard,
    'modules/syntax': PostSyntax,
  },
  true,
);

/** Everything that can be in a post: what the toolbar makes, and what was stored by other clients. */
export const FORMATS = [
  'header',
  'font',
  'size',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'blockquote',
  'list',
  'indent',
  'direction',
  'link',
  'image',
  'pending-image',
  'video',
  'color',
  'background',
  'align',
  'code-block',
  'code-token',
];
