import type { ReactNode } from 'react';

interface Props {
  onClick: () => void;
  disabled?: boolean;
  describedBy?: string;
  children: ReactNode;
}

/** A button that looks like a link, for small print. */
export function TextButton({ describedBy, children, ...button }: Props) {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center text-muted text-xs underline underline-offset-2 hover:text-ink @4xl:min-h-6"
      aria-describedby={describedBy}
      {...button}
    >
      {children}
    </button>
  );
}
