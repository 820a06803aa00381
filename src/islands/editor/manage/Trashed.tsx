import { type ReactNode, useState } from 'react';
import { type DocumentKind, TRASH_DAYS } from '../../../../api/contract/documents.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { requestMessage } from '../../ui/request.ts';

interface Props {
  kind: DocumentKind;
  onRestore: () => Promise<unknown>;
  children?: ReactNode;
}

/** In the place of the editor, for a document in the trash. */
export function Trashed({ kind, onRestore, children }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const restore = async () => {
    setIsBusy(true);
    setProblem('');
    try {
      await onRestore();
    } catch (error) {
      setProblem(requestMessage(error));
    }
    setIsBusy(false);
  };
  return (
    <Alert tone="info" className="mt-7">
      <p>
        This {kind} is in the trash. After {TRASH_DAYS} days, it's deleted for good.
      </p>
      {children}
      {problem && <p role="alert">{problem}</p>}
      <Button small variant="secondary" className="mt-3" busy={isBusy} onClick={restore}>
        Restore it
      </Button>
    </Alert>
  );
}
