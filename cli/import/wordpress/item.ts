import { childrenIn, rawTextIn, textIn, type XmlElement } from '../xml.ts';
import { dateOf, type SiteClock } from './clock.ts';

export interface Term {
  /** `category`, `post_tag`, `nav_menu`, `author` (of Co-Authors Plus), and those of plugins. */
  taxonomy: string;
  slug: string;
  name: string;
}

/** A post, a page, an attachment, or a record of another type. */
export interface Item {
  id: string;
  type: string;
  status: string;
  title: string;
  /** The address, complete or a path. */
  link: string;
  slug: string;
  parent: string;
  creator: string;
  content: string;
  excerpt: string;
  password: string;
  isSticky: boolean;
  areCommentsOpen: boolean;
  order: number;
  /** Milliseconds; undefined if the file has none. */
  createdAt: number | undefined;
  updatedAt: number | undefined;
  attachmentUrl: string;
  terms: Term[];
  meta: Map<string, string>;
  comments: XmlElement[];
}

export function itemOf(element: XmlElement, clock: SiteClock): Item {
  const text = (name: string) => textIn(element, name);
  const createdAt =
    dateOf(text('wp:post_date_gmt'), text('pubDate')) ?? clock.utcOf(text('wp:post_date'));
  const updatedAt = dateOf(text('wp:post_modified_gmt')) ?? clock.utcOf(text('wp:post_modified'));
  return {
    id: text('wp:post_id'),
    type: text('wp:post_type') || 'post',
    status: text('wp:status') || 'publish',
    title: text('title'),
    link: text('link'),
    slug: text('wp:post_name'),
    parent: text('wp:post_parent') || '0',
    creator: text('dc:creator'),
    content: rawTextIn(element, 'content:encoded'),
    excerpt: text('excerpt:encoded'),
    password: text('wp:post_password'),
    isSticky: text('wp:is_sticky') === '1',
    areCommentsOpen: text('wp:comment_status') !== 'closed',
    order: Number(text('wp:menu_order')) || 0,
    createdAt,
    updatedAt,
    attachmentUrl: text('wp:attachment_url'),
    terms: childrenIn(element, 'category').flatMap(termOf),
    meta: new Map(
      childrenIn(element, 'wp:postmeta').map((meta) => [
        textIn(meta, 'wp:meta_key'),
        textIn(meta, 'wp:meta_value'),
      ]),
    ),
    comments: childrenIn(element, 'wp:comment'),
  };
}

/** WXR 1.0 has each term twice, once without its taxonomy. */
function termOf({ attributes, text }: XmlElement): Term[] {
  const { domain = '', nicename = '' } = attributes;
  if (domain === '' || text.trim() === '') return [];
  const taxonomy = domain === 'tag' ? 'post_tag' : domain;
  return nicename === '' && taxonomy !== 'category'
    ? []
    : [{ taxonomy, slug: nicename, name: text.trim() }];
}
