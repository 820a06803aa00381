/** The browser that a scenario uses. Firefox and WebKit implement it; `page.ts` builds on it. */
export interface Driver {
  /** Starts to load a page. */
  open(url: string): Promise<void>;
  /** Sets the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Runs a self-contained function in the page and returns its result, which must be JSON. */
  run<A extends unknown[], T>(script: (...args: A) => T, ...args: A): Promise<T>;
  /** Clicks with the pointer, at a point of the visible page. */
  click(x: number, y: number): Promise<void>;
  /** Types with the keyboard, into the focused field. */
  type(text: string): Promise<void>;
  press(key: Key, modifier?: Modifier): Promise<void>;
  upload(selector: string, file: string): Promise<void>;
  /** Deletes cookies and stored data, like a new visitor's browser. */
  forget(): Promise<void>;
  /** Returns the errors and failed requests of the page since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** Keys as WebDriver writes them. */
export const KEYS = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  F10: '\uE03A',
  a: 'a',
  b: 'b',
  c: 'c',
  v: 'v',
  z: 'z',
} as const;
export type Key = keyof typeof KEYS;

export const MODIFIERS = { Alt: '\uE00A', Control: '\uE009' } as const;
export type Modifier = keyof typeof MODIFIERS;
