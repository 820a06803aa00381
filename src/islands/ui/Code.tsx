/** A command, a setting or a path in a text. A click selects all of it. */
export function Code({ children }: { children: string }) {
  return (
    <code className="select-all rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.9em] text-ink">
      {children}
    </code>
  );
}
