import { Dialog } from '../../../ui/Dialog.tsx';
import { Lazy } from '../../../ui/Lazy.tsx';
import type { EditedBlock } from './block.ts';
import type { BlockDialogProps } from './dialog-props.ts';
import { kindOf } from './kinds.ts';

interface Props extends Omit<BlockDialogProps, 'html' | 'isNew'> {
  edited: EditedBlock | null;
}

const loadHtml = () => import('./HtmlDialog.tsx').then(({ HtmlDialog }) => HtmlDialog);

export function BlockDialog({ edited, onSave, onClose }: Props) {
  const kind = edited && kindOf(edited.block.node);
  const load = edited?.as === 'html' ? loadHtml : kind?.load;
  const title = edited?.as === 'html' ? 'Edit HTML' : (kind?.label ?? '');
  const html = edited?.block.node.dataset.kept ?? '';
  return (
    <Dialog
      open={edited !== null}
      onClose={onClose}
      title={title}
      className="block-dialog"
      // A click next to it must not lose a text.
      closesOutside={false}
    >
      {load && (
        <Lazy
          load={load}
          props={{ html, isNew: edited?.isNew === true, onSave, onClose }}
          name="the dialog"
        />
      )}
    </Dialog>
  );
}
