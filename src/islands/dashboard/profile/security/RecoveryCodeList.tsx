import { useEffect, useRef } from 'react';
import { toast } from '../../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';

interface Props {
  codes: string[];
  onDone: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodeList({ codes, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast('The recovery codes were copied.');
    } catch {
      toast('The browser refused to copy. Please select the codes and copy them.', 'error');
    }
  };
  return (
    <div className="panel px-5 py-4">
      <h3 ref={heading} tabIndex={-1} className="font-sans font-semibold text-base">
        Save your recovery codes
      </h3>
      <p className="mt-1 text-soft text-sm">
        Without your phone, one of these codes signs you in. Each works once. We show them only now:
        keep them where you keep your passwords.
      </p>
      <ul className="mt-4 grid gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="select-all [overflow-wrap:anywhere]">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button variant="secondary" onClick={() => download(text)}>
          Download
        </Button>
        <Button onClick={onDone}>I saved them</Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `recovery-codes-${window.location.hostname}.txt`,
  });
  link.click();
  URL.revokeObjectURL(url);
}
