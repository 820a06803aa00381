import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { markOwn } from './quill/copied-text.ts';
import { linesOf, plainText } from './version-lines.ts';

interface Props {
  label: string;
  version: { title: string; content: string };
}

/** Copies a version. Reports the result here, because the dialog would cover a toast. */
export function CopyButton({ label, version }: Props) {
  const [status, setStatus] = useState('');
  const onClick = async () => {
    setStatus('');
    setStatus((await copy(version)) ? 'Copied.' : "This browser doesn't allow copying here.");
  };
  return (
    <>
      <p role="status" className="grow self-center text-muted text-sm">
        {status}
      </p>
      <Button variant="quiet" onClick={() => void onClick()}>
        {label}
      </Button>
    </>
  );
}

/** Copies as formatted and as plain text. Returns whether the browser allowed it. */
async function copy({ title, content }: Props['version']): Promise<boolean> {
  const lines = linesOf(content).map(plainText);
  const text = [title, ...lines].filter((line) => line !== '').join('\n\n');
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
