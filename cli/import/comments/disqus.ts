import { commentText } from '../comment-text.ts';
import type { ForeignFormat } from '../source.ts';
import { textIn, type XmlElement, xmlElements } from '../xml.ts';
import { commentSource, type ForeignComment, type ForeignComments } from './source.ts';
import { commentDate, countUp } from './values.ts';

/** The XML of Disqus: threads, which are pages of the old site, then their comments. */
export const disqus: ForeignFormat = {
  name: 'disqus',
  recognizes: ({ head }) => /<disqus[\s>]/.test(head),
  open: async ({ path }) => commentSource(await disqusComments(path)),
};

/** Exports have ids without quotation marks. */
const SHAPE = { root: 'disqus', depth: 1, tolerates: /^Unquoted attribute|^Unexpected close tag/ };

interface Thread {
  address: string;
  title: string;
  isDeleted: boolean;
}

async function disqusComments(path: string): Promise<ForeignComments> {
  const threads = new Map<string, Thread>();
  const comments: ForeignComment[] = [];
  const leftOut = new Map<string, number>();
  for await (const element of xmlElements(path, SHAPE)) {
    if (element.name === 'thread') threads.set(idOf(element), threadOf(element));
    if (element.name !== 'post') continue;
    const thread = threads.get(referenceIn(element, 'thread'));
    const reason = reasonToLeaveOut(element, thread);
    if (reason !== undefined) countUp(leftOut, reason);
    else comments.push(commentOf(element, thread));
  }
  return { system: 'Disqus', comments, leftOut };
}

function threadOf(element: XmlElement): Thread {
  return {
    address: textIn(element, 'link'),
    title: textIn(element, 'title'),
    isDeleted: isTrue(element, 'isDeleted'),
  };
}

function reasonToLeaveOut(element: XmlElement, thread: Thread | undefined): string | undefined {
  if (isTrue(element, 'isSpam')) return 'spam';
  if (isTrue(element, 'isDeleted')) return 'deleted';
  return thread?.isDeleted ? 'on a deleted thread' : undefined;
}

/** Without a thread, the comment is reported, because no post is found for it. */
function commentOf(element: XmlElement, thread: Thread | undefined): ForeignComment {
  const author = element.children.find(({ name }) => name === 'author');
  const text = (name: string) => (author ? textIn(author, name) : '');
  const email = text('email');
  return {
    id: idOf(element),
    parent: referenceIn(element, 'parent') || undefined,
    address: thread?.address ?? '',
    title: thread?.title ?? '',
    writer: email.toLowerCase() || text('username'),
    name: text('name') || 'Guest',
    email,
    content: commentText(textIn(element, 'message')),
    createdAt: commentDate(textIn(element, 'createdAt')),
    state: isFalse(element, 'isApproved') ? 'held' : 'visible',
  };
}

const idOf = ({ attributes }: XmlElement) => attributes['dsq:id'] ?? '';

function referenceIn({ children }: XmlElement, name: string): string {
  const found = children.find((child) => child.name === name);
  return found ? idOf(found) : '';
}

const isTrue = (element: XmlElement, name: string) => textIn(element, name) === 'true';
const isFalse = (element: XmlElement, name: string) => textIn(element, name) === 'false';
