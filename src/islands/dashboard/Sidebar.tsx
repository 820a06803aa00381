import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { includesRole, type User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { startSignOut } from '../../lib/start-sign-out.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ROLE_NAMES, type Tab, TabLink, tabsFor } from './tabs.tsx';
import { $waiting, loadWaiting } from './waiting.ts';

const ITEM =
  'flex min-h-11 items-center gap-3 whitespace-nowrap rounded-lg px-3 font-medium text-sm transition-colors focus-visible:-outline-offset-2';

/** The bar is a border, because forced colors keep borders. */
const CURRENT =
  "bg-accent-soft text-mark before:absolute before:inset-y-2.5 before:start-0 before:border-mark-shape before:border-s-3 before:content-['']";

/**
 * The signed-in user, the tabs, and the sign-out button: next to the panel, or above it on phones.
 */
export function Sidebar({ user, current }: { user: User; current: Tab['id'] | undefined }) {
  const [leaving, setLeaving] = useState(false);
  const nav = useRef<HTMLElement>(null);

  // On phones, the row of tabs may be wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current tab changes
  useEffect(() => {
    const row = nav.current;
    const link = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  const isModerator = includesRole(user, 'editor');
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads them again with each tab
  useEffect(() => {
    if (isModerator) void loadWaiting();
  }, [isModerator, current]);

  const signOut = async () => {
    setLeaving(true);
    await startSignOut();
    setLeaving(false);
  };
  return (
    <aside
      aria-label="Account"
      className="border-line border-b bg-sunken lg:w-68 lg:shrink-0 lg:border-r lg:border-b-0"
    >
      {/* On phones: the user and the sign-out button in one row, the tabs in the next. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] lg:sticky lg:top-(--stuck) lg:h-[calc(100dvh-var(--stuck))] lg:grid-cols-1 lg:grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center gap-3 pt-4 pr-2 pb-2 pl-5 md:px-8 lg:pt-8 lg:pb-6">
          <Avatar src={user.profilePicture} size={44} />
          <div className="min-w-0 grow">
            <p className="truncate font-semibold leading-tight" title={user.username}>
              {user.username}
            </p>
            <p className="text-muted text-xs">{ROLE_NAMES[user.role]}</p>
          </div>
        </div>
        <nav
          ref={nav}
          aria-label="Dashboard"
          className="relative col-span-full row-start-2 overflow-x-auto px-2 pb-2 [scrollbar-width:none] md:px-5 lg:overflow-x-hidden lg:overflow-y-auto"
        >
          <ul className="flex w-max gap-1 lg:w-auto lg:flex-col">
            {tabsFor(user).map(({ id, label, icon }) => (
              <li key={id} className="relative">
                <TabLink
                  tab={id}
                  aria-current={id === current ? 'page' : undefined}
                  className={`${ITEM} ${
                    id === current ? CURRENT : 'text-soft hover:bg-line hover:text-ink'
                  }`}
                >
                  <Icon name={icon} size={18} />
                  {label}
                </TabLink>
                {id === 'comments' && <WaitingNumber />}
              </li>
            ))}
          </ul>
        </nav>
        <div className="col-start-2 row-start-1 self-center pt-2 pr-2 md:pr-5 lg:col-start-1 lg:row-start-3 lg:px-5 lg:pb-6">
          <button
            type="button"
            className={`${ITEM} w-full text-soft hover:bg-line hover:text-ink`}
            disabled={leaving}
            onClick={signOut}
          >
            <Icon name="log-out" size={18} />
            <span className="max-[22em]:sr-only">Sign Out</span>
          </button>
        </div>
      </div>
    </aside>
  );
}

/** The number of comments that wait for a decision. It isn't part of the link's name. */
function WaitingNumber() {
  const waiting = useStore($waiting);
  const number = (waiting?.held ?? 0) + (waiting?.reported ?? 0);
  if (number === 0) return null;
  return (
    <span className="chip pointer-events-none absolute top-2 right-2 tabular-nums max-lg:-top-0.5 max-lg:-right-1 max-lg:px-1.5 max-lg:py-0">
      {number > 99 ? '99+' : number}
      <span className="sr-only"> waiting for a decision</span>
    </span>
  );
}
