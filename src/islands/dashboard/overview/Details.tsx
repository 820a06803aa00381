import type { ReactNode } from 'react';
import { Icon } from '../../../icons/Icon.tsx';

/** A collapsed section for what few people need. */
export function Details({
  summary,
  children,
  onOpen,
}: {
  summary: string;
  children: ReactNode;
  onOpen?: () => void;
}) {
  return (
    <details
      className="group mt-2"
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className="flex min-h-11 w-fit items-center gap-1.5 font-medium text-muted text-sm hover:text-ink">
        <Icon
          name="chevron-down"
          size={16}
          className="-rotate-90 transition-transform group-open:rotate-0"
        />
        {summary}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
