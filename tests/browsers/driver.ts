/** The browser that a scenario uses. Firefox and WebKit implement it; `page.ts` builds on it. */
export interface Driver {
  /** Starts to load a page. */
  open(url: string): Promise<void>;
  /** Sets the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Runs a self-contained function in the page and returns its result, which must be JSON. */
  run<A extends unknown[], T>(script: (...args: A) => T, ...args: A): Promise<T>;
  /** Moves the pointer to points of the visible page, presses its button and releases it. */
  pointer(...steps: PointerStep[]): Promise<void>;
  /** Presses keys such as "Enter" or "Control+b", and types everything else. */
  press(...keys: string[]): Promise<void>;
  upload(selector: string, file: string): Promise<void>;
  /** Deletes cookies and stored data, like a new visitor's browser. */
  forget(): Promise<void>;
  /** Returns the errors and failed requests of the page since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

export type PointerStep = { x: number; y: number } | 'down' | 'up';

/** Keys that type nothing, as WebDriver writes them. */
export const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F10: '\uE03A',
};

const CHORD = /^(?:(?:Shift|Alt|Control|ControlOrMeta)\+)+./;

/** Returns the keys to hold down and the one to press then, or null for text. */
export function chordOf(text: string): { held: string[]; key: string } | null {
  if (text in KEYS) return { held: [], key: text };
  if (!CHORD.test(text)) return null;
  const keys = text.replaceAll('ControlOrMeta', 'Control').split('+');
  return { held: keys.slice(0, -1), key: keys.at(-1) ?? '' };
}
