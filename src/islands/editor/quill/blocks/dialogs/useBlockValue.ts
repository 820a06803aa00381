import { useRef, useState } from 'react';

/**
 * The parts of a block as its dialog shows them. Each change is passed on as HTML. A change is made
 * to the latest parts: some come later, such as a pasted table.
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
