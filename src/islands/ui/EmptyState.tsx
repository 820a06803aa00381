import type { ReactNode } from 'react';

interface Props {
  title: string;
  text?: string;
  /** What the reader can do about it. */
  children?: ReactNode;
}

/** What a list shows when it has nothing. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="rounded-2xl border border-line border-dashed px-6 py-14 text-center">
      <p className="font-semibold font-serif text-xl">{title}</p>
      {text && <p className="mx-auto mt-2 max-w-md text-muted text-sm">{text}</p>}
      {children && <div className="mt-5 flex justify-center gap-3">{children}</div>}
    </div>
  );
}
