import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

interface Props {
  link: string;
  email: string;
  onClose: () => void;
}

/** The link of an invitation, for a site that sends no mail. */
export function LinkToCopy({ link, email, onClose }: Props) {
  const [copied, setCopied] = useState('');
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied('Copied.');
    } catch {
      setCopied("This browser doesn't allow copying here. Select the link instead.");
    }
  };
  return (
    <>
      <p className="mt-2 text-soft text-sm [overflow-wrap:anywhere]">
        This site doesn't send mail, so send this link to {email} yourself. It creates the account,
        works once, for 7 days, and isn't shown again.
      </p>
      <div className="mt-4 flex items-end gap-2">
        <Field
          label="Link"
          className="min-w-0 grow"
          readOnly
          value={link}
          autoFocus
          aria-describedby={id}
          onFocus={({ target }) => target.select()}
        />
        <Button variant="secondary" className="shrink-0" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p id={id} role="status" className="mt-2 min-h-[1.5em] text-muted text-sm">
        {copied}
      </p>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
