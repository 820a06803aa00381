import { useState } from 'react';
import type { Document, DocumentKind } from '../../../api/contract/documents.ts';
import { call } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { requestMessage, statusOf } from '../ui/request.ts';
import { Comparison } from './Comparison.tsx';
import { CopyButton } from './CopyButton.tsx';
import type { PostValues } from './form-state.ts';
import { Loading } from './problems.tsx';
import { useLoad } from './useLoad.ts';

interface Props {
  kind: DocumentKind;
  documentId: string;
  isPublishing: boolean;
  mine: () => PostValues;
  /** Called to save the author's version over the other one or, with null, as a new document. */
  onOverwrite: (current: Document | null) => void;
  onTakeTheirs: (current: Document) => void;
  onSignIn: () => void;
  onClose: () => void;
}

/** Asks what to do if the post was saved or deleted elsewhere after the edit began. */
export function Conflict(versions: Props) {
  return (
    <Dialog
      open
      onClose={versions.onClose}
      title={`This ${versions.kind} changed while you were editing`}
      className="max-w-248"
    >
      <Versions {...versions} />
    </Dialog>
  );
}

function Versions({ documentId, mine, ...actions }: Props) {
  const request = useLoad((signal) => loadBoth(documentId, mine(), signal));
  return (
    <>
      <Loading request={request} name="the other version" onSignIn={actions.onSignIn}>
        {({ theirs, ...rest }) =>
          !theirs || theirs.status === 'trashed' ? (
            <Deleted own={rest.own} trashed={theirs} {...actions} />
          ) : (
            <Choice theirs={theirs} {...rest} {...actions} />
          )
        }
      </Loading>
      {request.error !== undefined && (
        <Button variant="secondary" className="mt-4 ml-auto" onClick={actions.onClose}>
          Keep editing mine
        </Button>
      )}
    </>
  );
}

async function loadBoth(documentId: string, mine: PostValues, signal: AbortSignal) {
  const [theirs, { content }] = await Promise.all([
    call('GET /api/document/:id', { id: documentId, signal }).catch((error: unknown) => {
      if (statusOf(error) === 404) return null;
      throw error;
    }),
    // Compares both versions in the stored form, which normalizes the HTML.
    call('POST /api/post/preview', { body: mine, signal }),
  ]);
  return { theirs, own: { ...mine, content } };
}

type Actions = Pick<Props, 'kind' | 'isPublishing' | 'onOverwrite' | 'onTakeTheirs' | 'onClose'>;
type Versions = Awaited<ReturnType<typeof loadBoth>>;

function Choice(props: Actions & Versions & { theirs: Document }) {
  const { theirs, own, onOverwrite, onTakeTheirs, onClose } = props;
  return (
    <>
      <p className="mt-2 text-soft text-sm">
        Another version was saved after you started editing. Nothing has been overwritten. Compare
        the two versions, then decide.
      </p>
      <section
        aria-label="The two versions"
        className="my-5 max-h-[50dvh] overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
        tabIndex={0}
      >
        <Comparison theirs={theirs} mine={own} />
      </section>
      <div className="flex flex-wrap justify-end gap-3 max-sm:[&>button]:w-full">
        <CopyButton label="Copy mine" version={own} />
        <Button variant="secondary" onClick={() => onTakeTheirs(theirs)}>
          Take theirs
        </Button>
        <Button variant="secondary" onClick={onClose} autoFocus>
          Keep editing mine
        </Button>
        <Button variant="danger" onClick={() => onOverwrite(theirs)}>
          Overwrite with mine
        </Button>
      </div>
    </>
  );
}

interface DeletedProps extends Actions, Pick<Versions, 'own'> {
  /** The post in the trash, or null if it was deleted for good. */
  trashed: Document | null;
}

function Deleted({ kind, own, trashed, isPublishing, onOverwrite, onClose }: DeletedProps) {
  const [problem, setProblem] = useState('');
  const restore = async (document: Document) => {
    try {
      onOverwrite(await call('POST /api/document/restore/:id', { id: document._id }));
    } catch (error) {
      setProblem(requestMessage(error));
    }
  };
  return (
    <>
      <Alert className="mt-4 mb-5">
        This {kind} has been deleted. Your changes are still in the form, and saved in this browser.
        {problem && ` ${problem}`}
      </Alert>
      <div className="flex flex-wrap justify-end gap-3 max-sm:[&>button]:w-full">
        <CopyButton label="Copy mine" version={own} />
        <Button variant="secondary" onClick={onClose} autoFocus>
          Keep editing mine
        </Button>
        {trashed && (
          <Button variant="secondary" onClick={() => void restore(trashed)}>
            Restore it with mine
          </Button>
        )}
        <Button onClick={() => onOverwrite(null)}>
          {isPublishing ? `Publish mine as a new ${kind}` : 'Save mine as a new draft'}
        </Button>
      </div>
    </>
  );
}
