import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { addressesAtEnd } from './addresses.ts';
import { lineAt } from './typed-line.ts';

/** Links the addresses in the word before `at`, as a separate undo step. */
export function linkAddresses(quill: Quill, at: number): void {
  const { start, before, kind } = lineAt(quill, at);
  if (kind === 'code') return;
  const change = new Delta();
  for (const { index, length, url } of addressesAtEnd(before)) {
    const { ops } = quill.getContents(start + index, length);
    if (ops.some(({ attributes }) => attributes?.link || attributes?.code)) continue;
    change.retain(start + index - change.length()).retain(length, { link: url });
  }
  if (change.length() === 0) return;
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
}
