import type { ReactNode } from 'react';
import type { CardPost } from '../../../api/contract/posts.ts';
import { isoDate, shortDate } from '../../lib/format.ts';
import { sourcesOf } from '../../lib/pictures.ts';
import { categoryLabel } from '../../site.config.ts';
import { CoverPlaceholder } from './CoverPlaceholder.tsx';

interface Props {
  post: CardPost;
  /** The level of the title: one below the heading of the list. */
  level?: 2 | 3;
  /** Cards that are seen first load their picture at once. */
  eager?: boolean;
  /** Shows the title and the preview; the text as it is unless told otherwise. */
  mark?: ((text: string) => ReactNode) | undefined;
}

const asItIs = (text: string) => text;
const SIZES = '(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)';

/** A post in a list. The whole card is clickable; its one link is the title. */
export function PostCard({ post, level = 3, eager = false, mark = asItIs }: Props) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className="post-card">
      <div className="post-card-cover">
        {post.image === '' ? (
          <CoverPlaceholder seed={post.slug} />
        ) : (
          <CardCover post={post} eager={eager} />
        )}
      </div>
      <p className="post-card-meta">
        <span className="chip">{categoryLabel(post.category)}</span>
      </p>
      <Title className="post-card-title">
        <a href={`/post/${post.slug}`} data-astro-prefetch>
          {mark(post.title)}
        </a>
      </Title>
      {post.preview !== '' && <p className="post-card-preview">{mark(post.preview)}</p>}
      <p className="post-card-date">
        <time dateTime={isoDate(post.createdAt)}>{shortDate(post.createdAt)}</time>
        <span aria-hidden="true">·</span>
        <span>{post.minutes} min read</span>
      </p>
    </article>
  );
}

function CardCover({ post, eager }: { post: CardPost; eager: boolean }) {
  const sources = post.picture ? sourcesOf(post.picture) : [];
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={SIZES} />
      ))}
      <img
        src={post.image}
        alt=""
        width={post.picture?.width ?? 1600}
        height={post.picture?.height ?? 900}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}
