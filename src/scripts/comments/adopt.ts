import { changeThread, type ShownComment, type ShownThread } from '../../stores/thread.ts';
import { newestOf } from '../../stores/thread-pages.ts';
import { one } from '../dom.ts';
import { adoptArticle } from './comment.ts';

/** Reads the comments already in the page, so they aren't loaded twice. */
export function adoptPage(section: HTMLElement): void {
  const { post: postId = '', total, next = null } = section.dataset;
  const threads = [...section.querySelectorAll<HTMLElement>('.thread')].map((element) =>
    readThread(element, postId),
  );
  changeThread({ postId, threads, total: Number(total), next, newest: newestOf(threads) });
}

function readThread(element: HTMLElement, postId: string): ShownThread {
  const _id = element.dataset.thread ?? '';
  const articles = [...element.querySelectorAll<HTMLElement>('.comment')];
  const comments = articles.map((article) => {
    const id = article.id.replace('comment-', '');
    const parentId = id === _id ? null : (article.dataset.parent ?? _id);
    return readComment(article, { _id: id, postId, parentId });
  });
  const moreReplies = Number(
    element.querySelector<HTMLElement>('.more-replies')?.dataset.more ?? 0,
  );
  const comment = comments.find((one) => one._id === _id) ?? null;
  return { _id, comment, replies: comments.filter((one) => one !== comment), moreReplies };
}

type Known = Pick<ShownComment, '_id' | 'postId' | 'parentId'>;

function readComment(article: HTMLElement, known: Known): ShownComment {
  const createdAt = one<HTMLTimeElement>(article, 'time').dateTime;
  const updatedAt = article.dataset.updated ?? createdAt;
  const comment: ShownComment = {
    ...known,
    userId: '',
    content: one(article, '.comment-text').textContent,
    likes: [],
    numberOfLikes: 0,
    createdAt,
    updatedAt,
    isEdited: updatedAt !== createdAt,
    state: 'visible',
    author: {
      _id: '',
      username: one(article, '.comment-name').textContent,
      profilePicture: one<HTMLImageElement>(article, 'img').src,
      isAdmin: article.querySelector('[data-is="admin"]') !== null,
    },
    isFromPage: true,
    likesUnknown: true,
  };
  adoptArticle(article, comment);
  return comment;
}
