import { createPortal } from 'react-dom';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Lazy } from '../../ui/Lazy.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import { Menu } from './Menu.tsx';
import type { Manage } from './useManage.tsx';

const loadSchedule = () => import('./Schedule.tsx').then(({ Schedule }) => Schedule);
const loadShare = () => import('./SharePreview.tsx').then(({ SharePreview }) => SharePreview);
const loadHistory = () => import('./History.tsx').then(({ History }) => History);

/** The menu ⋯ with its dialogs. */
export function ManageMenu({ form, manage }: { form: DocumentForm; manage: Manage }) {
  const { document } = form.state;
  const { open, close, items } = manage;
  return (
    <>
      <Menu label="More actions" items={items} disabled={document === null} />
      {document &&
        createPortal(
          // Forms must not be inside the form of the post.
          <>
            <Dialog
              open={open === 'schedule'}
              onClose={close}
              title={document.scheduledAt ? 'Reschedule the post' : 'Schedule the post'}
            >
              <Lazy load={loadSchedule} props={{ document, manage }} name="the schedule" />
            </Dialog>
            <Dialog open={open === 'share'} onClose={close} title="Share a preview">
              <Lazy load={loadShare} props={{ document, manage, form }} name="the links" />
            </Dialog>
            <Dialog
              open={open === 'history'}
              onClose={close}
              title="Version history"
              className="history-dialog"
            >
              <Lazy load={loadHistory} props={{ document, manage, form }} name="the history" />
            </Dialog>
            <Questions manage={manage} />
          </>,
          window.document.body,
        )}
    </>
  );
}

function Questions({ manage }: { manage: Manage }) {
  const { open, close } = manage;
  return (
    <>
      <ConfirmDialog
        open={open === 'discard'}
        onClose={close}
        title="Discard the unpublished changes?"
        onConfirm={manage.discard}
      >
        The editor goes back to the published version. The changes stay in the version history.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'unpublish'}
        onClose={close}
        title="Unpublish this post?"
        onConfirm={manage.unpublish}
      >
        Its page, comments and likes are hidden until you publish it again.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'trash'}
        onClose={close}
        title="Move this post to the trash?"
        onConfirm={manage.trash}
      >
        Nobody can read it any longer. It stays in the trash for 30 days, and can be restored.
      </ConfirmDialog>
    </>
  );
}
