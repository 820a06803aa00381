import { Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { categoryLabel } from '../../../site.config.ts';
import { Button } from '../../ui/Button.tsx';
import { Cover } from './Cover.tsx';
import type { PicturedPost } from './pictured-post.ts';

interface Props {
  post: PicturedPost;
  onDelete: () => void;
}

/** A post as its administrators see it. The picture and the title lead to its page. */
export function PostItem({ post, onDelete }: Props) {
  const titleId = useId();
  return (
    <article className="panel flex h-full flex-col overflow-hidden">
      <a
        href={`/post/${post.slug}`}
        className="group flex grow flex-col focus-visible:-outline-offset-2"
      >
        <span className="block aspect-video bg-sunken">
          <Cover post={post} sizes="(min-width: 40rem) 22rem, calc(100vw - 2.5rem)" />
        </span>
        <span className="flex grow flex-col items-start gap-2 px-4 pt-4 pb-3">
          <span
            id={titleId}
            className="line-clamp-3 font-semibold font-serif text-lg leading-snug [overflow-wrap:anywhere] group-hover:underline"
          >
            {post.title}
          </span>
          <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-xs">
            <span className="chip">{categoryLabel(post.category)}</span>
            <span>
              Updated <time dateTime={isoDate(post.updatedAt)}>{shortDate(post.updatedAt)}</time>
            </span>
          </span>
        </span>
      </a>
      <div className="flex gap-1 border-line border-t px-2 py-1.5">
        <a
          href={`/update-post/${post._id}`}
          className="btn btn-quiet btn-small grow hover:bg-sunken hover:text-ink"
          aria-describedby={titleId}
        >
          <Pencil size={16} aria-hidden="true" />
          Edit
        </a>
        <Button
          variant="quiet"
          small
          className="grow text-danger"
          aria-describedby={titleId}
          onClick={onDelete}
        >
          <Trash2 size={16} aria-hidden="true" />
          Delete
        </Button>
      </div>
    </article>
  );
}
