import { useRef, useState } from 'react';

/**
 * Keeps the parts of a block that its dialog edits, and calls `onChange` with the HTML on each
 * change. A change can be a function of the latest parts, for those that come later, such as a
 * pasted table.
 */
export function useBlockValue<T extends object>(
  initial: () => T,
  htmlOf: (value: T) => string,
  onChange: (html: string) => void,
) {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const change = (part: Partial<T> | ((value: T) => Partial<T>)) => {
    const next = typeof part === 'function' ? part(latest.current) : part;
    latest.current = { ...latest.current, ...next };
    setValue(latest.current);
    onChange(htmlOf(latest.current));
  };
  return [value, change] as const;
}
