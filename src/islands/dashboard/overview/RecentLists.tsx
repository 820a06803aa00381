import type { ReactNode } from 'react';
import { categoryLabel } from '../../../../api/contract/site.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { pageValues } from '../../../lib/page-values.ts';
import { withPictures } from '../../../lib/pictures.ts';
import { Cover } from '../../cards/Cover.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useRecentComments, useRecentPosts, useRecentUsers } from '../data.tsx';
import { type Tab, TabLink } from '../tabs.tsx';
import { Panel } from './Panel.tsx';

export function RecentUsers() {
  return (
    <RecentList title="Recent Users" tab="users" empty="No users found" query={useRecentUsers()}>
      {({ users }) =>
        users.map((user) => (
          <Row
            key={user._id}
            picture={<Avatar src={user.profilePicture} size={36} />}
            title={user.username}
            date={user.createdAt}
          >
            {user.email}
          </Row>
        ))
      }
    </RecentList>
  );
}

export function RecentComments() {
  const query = useRecentComments();
  return (
    <RecentList title="Recent Comments" tab="comments" empty="No comments found" query={query}>
      {({ comments }) =>
        comments.map(({ _id: id, author, content, createdAt, post }) => (
          <Row
            key={id}
            picture={<Avatar src={author.profilePicture} size={36} />}
            title={content}
            href={post ? `/post/${post.slug}#comment-${id}` : undefined}
            date={createdAt}
          >
            {author.username}
          </Row>
        ))
      }
    </RecentList>
  );
}

export function RecentPosts() {
  return (
    <RecentList title="Recent Posts" tab="posts" empty="No posts found" query={useRecentPosts()}>
      {({ posts, pictures }) =>
        withPictures(posts, pictures).map((post) => (
          <Row
            key={post._id}
            picture={
              <span className="block h-9 w-14 shrink-0 overflow-hidden rounded-md bg-sunken">
                <Cover post={post} sizes="56px" className="size-full object-cover" />
              </span>
            }
            title={post.title}
            href={`/post/${post.slug}`}
            date={post.createdAt}
          >
            {categoryLabel(pageValues().categories, post.category, post.categoryLabel)}
          </Row>
        ))
      }
    </RecentList>
  );
}

interface ListProps<T> {
  title: string;
  tab: Tab['id'];
  empty: string;
  query: Parameters<typeof Panel<T>>[0]['query'];
  children: (data: T) => ReactNode[];
}

function RecentList<T>({ title, tab, empty, query, children }: ListProps<T>) {
  return (
    <Panel
      title={title}
      query={query}
      skeleton={<RowsSkeleton />}
      action={(titleId) => (
        <TabLink
          tab={tab}
          aria-describedby={titleId}
          className="inline-flex min-h-11 items-center font-semibold text-accent text-sm hover:underline"
        >
          View All
        </TabLink>
      )}
    >
      {(data) => {
        const rows = children(data);
        if (rows.length === 0) return <p className="py-4 text-muted text-sm">{empty}</p>;
        return <ul className="-mb-2 divide-y divide-line">{rows}</ul>;
      }}
    </Panel>
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
    <li className="relative flex items-center gap-3 py-2.5">
      {picture}
      <div className="min-w-0 grow">
        <p dir="auto" className="font-medium text-sm leading-snug">
          {href ? (
            // The whole row is the target.
            <a
              href={href}
              className="-my-1 block truncate py-1 after:absolute after:inset-0 hover:underline focus-visible:outline-offset-0"
            >
              {title}
            </a>
          ) : (
            <span className="block truncate">{title}</span>
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
