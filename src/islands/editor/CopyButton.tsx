import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { linesOf, textOf } from './lines.ts';
import { markOwn } from './quill/own.ts';
import type { PostValues } from './save.ts';

/** Puts a version on the clipboard. What came of it is said here: a toast would be behind the dialog. */
export function CopyButton({ version }: { version: PostValues }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    setSaid('');
    setSaid((await wasCopied(version)) ? 'Copied.' : 'This browser does not allow copying here.');
  };
  return (
    <>
      <p role="status" className="grow self-center text-muted text-sm">
        {said}
      </p>
      <Button variant="quiet" onClick={() => void copy()}>
        Copy mine
      </Button>
    </>
  );
}

async function wasCopied({ title, content }: PostValues): Promise<boolean> {
  const text = [title, ...linesOf(content).map(textOf)].join('\n\n');
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([markOwn(content)], { type: 'text/html' }),
      }),
    ]);
    return true;
  } catch {
    return false;
  }
}
