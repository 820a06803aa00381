import { Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Post } from '../../../lib/api.ts';
import { isoDate, shortDate } from '../../../lib/dates.ts';
import { categoryLabel } from '../../../site.config.ts';
import { CoverPlaceholder } from '../../cards/CoverPlaceholder.tsx';
import { Button } from '../../ui/Button.tsx';

interface Props {
  post: Post;
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
          <Cover post={post} />
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

function Cover({ post }: { post: Post }) {
  const [failed, setFailed] = useState('');
  if (post.image === '' || failed === post.image) return <CoverPlaceholder seed={post.slug} />;
  return (
    <img
      src={post.image}
      alt=""
      width={1600}
      height={900}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      onError={() => setFailed(post.image)}
    />
  );
}
