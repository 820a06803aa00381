import { type MouseEvent, type RefObject, useRef, useState } from 'react';
import type { Notification } from '../../../../api/contract/notifications.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { navigate } from '../../../lib/navigate.ts';
import { toast } from '../../../stores/toasts.ts';
import { $unread } from '../../../stores/unread.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { requestMessage } from '../../ui/request.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { exactTime, relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { keys } from '../data.tsx';
import { focusListTitle, ListFrame } from '../lists/ListFrame.tsx';
import { type ListSource, usePagedList } from '../lists/usePagedList.ts';
import { TabLink } from '../tabs.tsx';
import { NotificationText, notificationPath } from './notification-text.tsx';

const NEWEST_FIRST = { searchTerm: '', sortBy: 'createdAt', sort: 'desc' } as const;

const SOURCE: ListSource<Notification, 'createdAt'> = {
  key: keys.notifications,
  async load({ startIndex, limit }, signal) {
    const query = { startIndex, limit };
    const page = await call('GET /api/notifications', { query, signal });
    $unread.set(page.unread);
    return { items: page.notifications, total: page.total };
  },
};

/** What happened in the conversations of the signed-in user, newest first. */
export function NotificationsTab() {
  const loaded = usePagedList(SOURCE, NEWEST_FIRST);
  const list = useRef<HTMLUListElement>(null);
  const [isMarking, setMarking] = useState(false);
  const newest = loaded.items[0];
  const hasUnread = loaded.items.some(({ read }) => !read);
  const markAll = async () => {
    if (!newest) return;
    setMarking(true);
    try {
      const { unread } = await call('PUT /api/notifications/read', { body: { upTo: newest._id } });
      $unread.set(unread);
      await loaded.refetch();
      focusListTitle();
    } catch (error) {
      toast(requestMessage(error), 'error');
    }
    setMarking(false);
  };
  const action = (
    <div className="flex flex-wrap gap-3">
      {hasUnread && (
        <Button variant="secondary" busy={isMarking} busyLabel="Marking..." onClick={markAll}>
          <Icon name="check" size={16} />
          Mark all as read
        </Button>
      )}
      <TabLink tab="profile" query={{ view: 'notifications' }} className="btn btn-secondary">
        <Icon name="mail" size={16} />
        Email preferences
      </TabLink>
    </div>
  );
  return (
    <ListFrame
      title="Notifications"
      action={action}
      noun={{ one: 'notification', many: 'notifications' }}
      moreLabel="Load More"
      empty={{
        title: 'No notifications yet',
        text: 'Replies to your comments and activity in conversations you follow appear here.',
      }}
      loaded={loaded}
      skeleton={<RowsSkeleton count={6} />}
      list={list}
    >
      <Items items={loaded.items} list={list} />
    </ListFrame>
  );
}

interface ItemsProps {
  items: Notification[];
  list: RefObject<HTMLUListElement | null>;
}

function Items({ items, list }: ItemsProps) {
  const now = useNow();
  return (
    <ul ref={list} className="border-line border-t">
      {items.map((item) => (
        <li
          key={item._id}
          tabIndex={-1}
          className="border-line border-b focus-visible:-outline-offset-2"
        >
          <Item item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** Opening a notification marks it as read, and leads to the comment. */
function Item({ item, now }: { item: Notification; now: number }) {
  const path = notificationPath(item);
  const open = async (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (isPlain) event.preventDefault();
    try {
      const { unread } = await call('PUT /api/notifications/read', { body: { only: item._id } });
      $unread.set(unread);
    } catch {
      // It stays unread, but the comment opens.
    }
    if (isPlain) navigate(path);
  };
  return (
    <a
      href={path}
      className={`flex items-start gap-3 px-2 py-3.5 text-sm transition-colors hover:bg-sunken focus-visible:-outline-offset-2 ${item.read ? 'text-soft' : 'bg-accent-soft/50'}`}
      onClick={open}
    >
      {item.actor ? (
        <Avatar src={item.actor.profilePicture} size={36} />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Icon name="shield" size={18} />
        </span>
      )}
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        {!item.read && <span className="sr-only">Unread: </span>}
        <NotificationText {...item} />
        {item.note && <span className="mt-1 block text-soft">“{item.note}”</span>}
        <time
          className="mt-0.5 block text-muted text-xs"
          dateTime={item.at}
          title={exactTime(item.at)}
        >
          {relativeTime(item.at, now)}
        </time>
      </span>
      {!item.read && (
        <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-mark-shape" aria-hidden />
      )}
    </a>
  );
}
