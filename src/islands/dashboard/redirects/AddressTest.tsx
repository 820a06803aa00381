import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

/** Says where an address of this site leads, as a reader's browser would find out. */
export function AddressTest() {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState('');
  const [isBusy, setBusy] = useState(false);
  const test = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setAnswer(await whereDoesItLead(typed.trim()));
    setBusy(false);
  };
  return (
    <details className="mt-5 max-w-3xl text-sm">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Test an address
      </summary>
      <form className="flex flex-wrap items-end gap-3" noValidate onSubmit={test}>
        <Field
          className="min-w-56 grow"
          label="Address"
          placeholder="/old/page"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="secondary" busy={isBusy} busyLabel="Testing...">
          Test
        </Button>
      </form>
      <p role="status" className="mt-2 min-h-[1.5em] text-soft [overflow-wrap:anywhere]">
        {answer}
      </p>
    </details>
  );
}

const ANSWERS: Record<number, string> = {
  200: 'There is a page.',
  404: 'There is no page (404).',
  410: 'The page is gone (410).',
};
const OFFLINE = "The server couldn't be reached. Please check your connection and try again.";

async function whereDoesItLead(address: string): Promise<string> {
  const { origin } = window.location;
  const url = URL.parse(address, origin);
  if (address === '' || url?.origin !== origin)
    return 'Enter a path on this site, such as /old/page.';
  try {
    const { status, redirected, url: end } = await fetch(url, { method: 'HEAD' });
    const place = decodeURI(end.slice(origin.length));
    const answer = ANSWERS[status] ?? `The server answered with an error (${status}).`;
    return redirected ? `It leads to ${place}. ${answer}` : answer;
  } catch {
    return navigator.onLine
      ? 'It leads to another site, or the server couldn’t be reached.'
      : OFFLINE;
  }
}
