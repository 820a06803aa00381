import type { ComponentProps } from 'react';
import { openTab, tabPath } from './location.ts';
import type { Tab } from './tabs.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  tab: Tab['id'];
}

/** A link to a tab of the dashboard: a real one, that only changes the panel when it is simply clicked. */
export function TabLink({ tab, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={tabPath(tab)}
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.defaultPrevented;
        if (!isPlain || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openTab(tab);
      }}
    >
      {children}
    </a>
  );
}
