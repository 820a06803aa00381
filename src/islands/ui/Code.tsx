import type { ReactNode } from 'react';

/** A command, a path or the name of a setting in a sentence. A click selects all of it. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="select-all rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.9em] text-ink">
      {children}
    </code>
  );
}
