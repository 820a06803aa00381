import { useState } from 'react';
import {
  type Document,
  MAX_VERSION_NAME_LENGTH,
  type Revision,
} from '../../../../api/contract/documents.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';

interface Props {
  document: Document;
  entry: Revision;
  onNamed(): void;
}

/** A version with a name stays in the history. */
export function VersionName({ document, entry, onNamed }: Props) {
  const [name, setName] = useState(entry.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      await call('PUT /api/document/revisions/:id/:number', {
        id: document._id,
        number: entry.number,
        body: { name: name.trim() },
      });
      onNamed();
    } catch (error) {
      setProblem(requestMessage(error, "The name couldn't be saved. Please try again."));
      setBusy(false);
    }
  };
  return (
    <form
      className="flex min-w-0 grow items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Name"
        className="min-w-0 grow sm:max-w-80"
        placeholder="Such as “Before the rewrite”"
        maxLength={MAX_VERSION_NAME_LENGTH}
        value={name}
        error={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="whitespace-nowrap"
        busy={busy}
        disabled={name.trim() === entry.name}
      >
        Save name
      </Button>
    </form>
  );
}
