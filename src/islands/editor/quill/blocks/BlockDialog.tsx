import type Quill from 'quill/core.js';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Lazy } from '../../../ui/Lazy.tsx';
import type { EditedBlock } from './block.ts';
import { DiscardQuestion } from './DialogButtons.tsx';
import { BlockEdit } from './edit.ts';
import { kindOf } from './kinds.ts';
import { DIALOGS, loadHtmlDialog } from './load-dialog.tsx';

interface Props {
  quill: Quill;
  edited: EditedBlock | null;
  onClose: () => void;
}

/** The dialog of a block. Writes changes to the post at once, so closing the tab loses nothing. */
export function BlockDialog({ quill, edited, onClose }: Props) {
  const edit = useMemo(() => edited && new BlockEdit(quill, edited), [quill, edited]);
  const [isAsking, setIsAsking] = useState(false);
  const kind = edited && kindOf(edited.block.node);
  const isHtml = edited?.as === 'html';
  const load = isHtml ? loadHtmlDialog : DIALOGS[kind?.name ?? ''];
  const html = edited?.block.node.dataset.kept ?? '';
  const finish = (way: 'save' | 'cancel') => {
    // Close the dialog first: open dialogs keep the focus out of the text.
    flushSync(() => {
      setIsAsking(false);
      onClose();
    });
    edit?.[way]();
  };
  const save = () => finish('save');
  const close = () => (edit?.isChanged ? setIsAsking(true) : finish('cancel'));
  const props = {
    html,
    isNew: edited?.step !== undefined,
    isCaption: edited?.as === 'caption',
    onChange: (next: string) => edit?.write(next),
    onSave: save,
    onClose: close,
  };
  return (
    <>
      <Dialog
        open={edited !== null}
        onClose={close}
        title={isHtml ? 'Edit HTML' : (kind?.label ?? '')}
        className="block-dialog"
        closesOutside={false}
      >
        {load && (
          // biome-ignore lint/a11y/noStaticElementInteractions: handles a key of the fields in it
          <div
            onKeyDown={(event) => {
              if (isHtml || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              save();
            }}
          >
            <Lazy load={load} props={props} name="the dialog" />
          </div>
        )}
      </Dialog>
      <DiscardQuestion
        open={isAsking}
        onDiscard={() => finish('cancel')}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
