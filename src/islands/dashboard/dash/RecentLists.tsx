import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { categoryLabel } from '../../../site.config.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Cover } from '../posts/Cover.tsx';
import { withPictures } from '../posts/pictured-post.ts';
import { TabLink } from '../TabLink.tsx';
import type { Tab } from '../tabs.ts';
import { useRecentComments, useRecentPosts, useRecentUsers } from './recent.ts';

export function RecentUsers() {
  const query = useRecentUsers();
  return (
    <RecentList title="Recent Users" tab="users" empty="No users found" query={query}>
      {query.data?.users.map((user) => (
        <Row
          key={user._id}
          picture={<Avatar src={user.profilePicture} size={36} />}
          title={user.username}
          date={user.createdAt}
        >
          {user.email}
        </Row>
      ))}
    </RecentList>
  );
}

export function RecentComments() {
  const query = useRecentComments();
  return (
    <RecentList title="Recent Comments" tab="comments" empty="No comments found" query={query}>
      {query.data?.comments.map(({ _id: id, author, content, createdAt, post }) => (
        <Row
          key={id}
          picture={<Avatar src={author.profilePicture} size={36} />}
          title={content}
          {...(post ? { href: `/post/${post.slug}#comment-${id}` } : {})}
          date={createdAt}
        >
          {author.username}
        </Row>
      ))}
    </RecentList>
  );
}

export function RecentPosts() {
  const query = useRecentPosts();
  return (
    <RecentList title="Recent Posts" tab="posts" empty="No posts found" query={query}>
      {query.data &&
        withPictures(query.data.posts, query.data.pictures).map((post) => (
          <Row
            key={post._id}
            picture={
              <span className="block h-9 w-14 shrink-0 overflow-hidden rounded-md bg-sunken">
                <Cover post={post} sizes="56px" />
              </span>
            }
            title={post.title}
            href={`/post/${post.slug}`}
            date={post.createdAt}
          >
            {categoryLabel(post.category)}
          </Row>
        ))}
    </RecentList>
  );
}

interface ListProps {
  title: string;
  /** Where all of them are. */
  tab: Tab['id'];
  empty: string;
  query: UseQueryResult<unknown>;
  children: ReactNode[] | undefined;
}

function RecentList({ title, tab, empty, query, children }: ListProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="panel px-5 pt-3 pb-2">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id={titleId} className="font-sans font-semibold text-base tracking-normal">
          {title}
        </h2>
        <TabLink
          tab={tab}
          aria-describedby={titleId}
          className="inline-flex min-h-11 items-center font-semibold text-accent text-sm hover:underline"
        >
          View All
        </TabLink>
      </div>
      {query.isPending && <RowsSkeleton />}
      {query.isError && children === undefined && (
        <div role="alert" className="py-4 text-sm text-soft">
          <p>This could not be loaded.</p>
          <Button variant="secondary" small className="mt-3" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {children?.length === 0 && <p className="py-4 text-muted text-sm">{empty}</p>}
      {children && children.length > 0 && <ul className="divide-y divide-line">{children}</ul>}
    </section>
  );
}

interface RowProps {
  picture: ReactNode;
  title: string;
  href?: string;
  date: string;
  children: ReactNode;
}

function Row({ picture, title, href, date, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      {picture}
      <div className="min-w-0 grow">
        <p className="truncate font-medium text-sm leading-snug">
          {href ? (
            <a href={href} className="hover:underline focus-visible:outline-offset-0">
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        <p className="mt-0.5 flex gap-1.5 text-muted text-xs">
          <span className="truncate">{children}</span>
          <span aria-hidden="true">·</span>
          <time dateTime={isoDate(date)} className="shrink-0">
            {shortDate(date)}
          </time>
        </p>
      </div>
    </li>
  );
}
