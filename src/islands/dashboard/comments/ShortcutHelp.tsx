import { useStore } from '@nanostores/react';
import { $preferences } from '../../../stores/preferences.ts';
import { TabLink } from '../tabs.tsx';

const KEYS = [
  ['j, k', 'next, previous comment'],
  ['a', 'approve'],
  ['h', 'hold'],
  ['s', 'spam'],
  ['d', 'remove'],
  ['u', 'undo'],
] as const;

/** Names the keys of the list, where there is a keyboard. */
export function ShortcutHelp() {
  const { singleKeys } = useStore($preferences);
  return (
    <details className="text-muted text-xs open:basis-full pointer-coarse:hidden">
      <summary className="inline-flex min-h-6 cursor-pointer items-center hover:text-ink">
        Keyboard shortcuts
      </summary>
      <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {KEYS.map(([key, text]) => (
          <div key={key} className="flex gap-2">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1">
        {singleKeys ? 'They act on the focused comment. ' : "They're turned off. "}
        <TabLink tab="profile" className="link">
          {singleKeys ? 'Turn them off in your profile' : 'Turn them on in your profile'}
        </TabLink>
      </p>
    </details>
  );
}
