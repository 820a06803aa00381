import { useId } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { categoryLabel } from '../../../site.config.ts';
import { Cover } from '../../cards/Cover.tsx';
import type { PicturedPost } from '../data.tsx';
import { DeleteButton } from './DeleteButton.tsx';

export function PostItem({ post, onDelete }: { post: PicturedPost; onDelete: () => void }) {
  const titleId = useId();
  return (
    <article className="panel flex h-full flex-col overflow-hidden">
      <a
        href={`/post/${post.slug}`}
        className="group flex grow flex-col focus-visible:-outline-offset-2"
      >
        <span className="block aspect-video bg-sunken">
          <Cover
            post={post}
            sizes="(min-width: 40rem) 22rem, calc(100vw - 2.5rem)"
            className="size-full object-cover"
          />
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
          <Icon name="pencil" size={16} />
          Edit
        </a>
        <DeleteButton className="grow" aria-describedby={titleId} onClick={onDelete}>
          Delete
        </DeleteButton>
      </div>
    </article>
  );
}
