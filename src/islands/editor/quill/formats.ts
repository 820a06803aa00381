import Block from 'quill/blots/block.js';
import Quill, { Parchment } from 'quill/core.js';
import { AlignClass } from 'quill/formats/align.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import { Code } from 'quill/formats/code.js';
import { ColorAttributor } from 'quill/formats/color.js';
import { DirectionClass } from 'quill/formats/direction.js';
import { FontClass } from 'quill/formats/font.js';
import Header from 'quill/formats/header.js';
import Image from 'quill/formats/image.js';
import Indent from 'quill/formats/indent.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import Script from 'quill/formats/script.js';
import { SizeClass } from 'quill/formats/size.js';
import Strike from 'quill/formats/strike.js';
import Underline from 'quill/formats/underline.js';
import Video from 'quill/formats/video.js';
import { CodeToken } from 'quill/modules/syntax.js';
import { linkUrl, videoUrl } from '../../../../api/contract/urls.ts';
import {
  lineAttributors,
  PostCodeBlock,
  PostCodeContainer,
  PostList,
  PostListContainer,
} from './blocks.ts';
import { BreakFiller, LineBreak } from './breaks.ts';
import { Kept, KeptBlock } from './kept.ts';
import { PendingPicture } from './pictures/pending.ts';
import { defaultTitle, isDefaultTitle } from './stored/video.ts';

/** A link, with the address as it's stored. Opens in the same tab. */
class PostLink extends Link {
  static override create(value: string) {
    const node = Link.create.call(PostLink, value);
    node.removeAttribute('target');
    return node;
  }

  static override sanitize(url: string) {
    return linkUrl(url) ?? Link.SANITIZED_URL;
  }
}

/** A YouTube or Vimeo video, in the player that sets no cookies. */
class PostVideo extends Video {
  static override create(value: string) {
    const node = Video.create.call(PostVideo, value) as HTMLElement;
    node.removeAttribute('frameborder');
    node.setAttribute('title', defaultTitle(value));
    node.setAttribute('loading', 'lazy');
    return node;
  }

  static override formats(node: HTMLElement): Record<string, string> {
    const title = node.getAttribute('title') ?? '';
    return isDefaultTitle(title, node.getAttribute('src') ?? '') ? {} : { title };
  }

  static override sanitize(url: string) {
    return videoUrl(url) ?? 'about:blank';
  }

  override format(name: string, value: string) {
    if (name !== 'title') super.format(name, value);
    else this.domNode.setAttribute('title', value || defaultTitle(this.domNode.src));
  }
}

/** A colored part of code. Quill compares tokens without their kind, and would merge neighbors. */
class PostCodeToken extends CodeToken {
  static override formats(node: Element, scroll: Parchment.ScrollBlot) {
    const isToken = CodeToken.formats.call(PostCodeToken, node, scroll);
    return isToken && /\bhljs-([\w-]+)/.exec(node.className)?.[1];
  }
}

/** The custom property lets the dark theme keep the color readable (src/lib/prose.ts). */
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

const createBlock = Block.create;

/** Gives a block the direction of its first letter. Code always runs from left to right. */
function createDirectedBlock(this: typeof Block, value?: unknown): HTMLElement {
  const node: HTMLElement = createBlock.call(this, value);
  if (this.blotName !== 'code-block') node.dir = 'auto';
  return node;
}

/** Registers the formats of posts. Call it after registering the syntax module. */
export function registerFormats(): void {
  // Changes `Block` itself: headings, quotes and items inherit from it.
  Block.create = createDirectedBlock;
  Quill.register(
    {
      'formats/header': Header,
      'formats/font': FontClass,
      'formats/size': SizeClass,
      'formats/bold': Bold,
      'formats/italic': Italic,
      'formats/underline': Underline,
      'formats/strike': Strike,
      'formats/script': Script,
      'formats/code': Code,
      'formats/blockquote': Blockquote,
      'formats/list': PostList,
      'formats/list-container': PostListContainer,
      'formats/code-block': PostCodeBlock,
      'formats/code-block-container': PostCodeContainer,
      'formats/indent': Indent,
      'formats/direction': DirectionClass,
      'formats/align': AlignClass,
      'formats/image': Image,
      'formats/link': PostLink,
      'formats/video': PostVideo,
      'formats/pending-image': PendingPicture,
      'formats/kept-block': KeptBlock,
      'formats/kept': Kept,
      'formats/line-break': LineBreak,
      'formats/break-filler': BreakFiller,
      ...lineAttributors(),
      'formats/code-token': PostCodeToken,
      'formats/color': new AuthorColor('color', 'color', '--author-color'),
      'formats/background': new AuthorColor('background', 'background-color', '--author-ground'),
    },
    true,
  );
}
