import { type Document, TRASH_DAYS } from '../../../../api/contract/documents.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LazyDialog } from '../../ui/LazyDialog.tsx';
import { withStyles } from '../later.ts';
import type { DocumentForm } from '../useDocumentForm.ts';
import type { Manage } from './useManage.tsx';

interface Props {
  form: DocumentForm;
  manage: Manage;
}

/** The dialogs that the menu opens. */
export function ManageDialogs({ form, manage }: Props) {
  const { document } = form.state;
  return (
    <>
      {document && <Dialogs form={form} manage={manage} document={document} />}
      {document && <Questions kind={form.kind} manage={manage} />}
      {manage.open === 'recorder' && (
        <LazyDialog
          load={loadRecorder}
          props={{ form, onClose: manage.close }}
          name="the flight recorder"
        />
      )}
    </>
  );
}

const loadSchedule = () =>
  withStyles(import('../schedule/ScheduleDialog.tsx')).then(({ ScheduleDialog }) => ScheduleDialog);
const loadLinks = () =>
  withStyles(import('../preview-links/PreviewLinkDialog.tsx')).then(
    ({ PreviewLinkDialog }) => PreviewLinkDialog,
  );
const loadHistory = () =>
  withStyles(import('../history/VersionHistory.tsx')).then(({ VersionHistory }) => VersionHistory);

const loadRecorder = () =>
  withStyles(import('../recorder/FlightRecorder.tsx')).then(({ FlightRecorder }) => FlightRecorder);

function Dialogs({ form, manage, document }: Props & { document: Document }) {
  const { open, close } = manage;
  const { sync } = form;
  const props = { document, flush: () => sync.saved(), onClose: close };
  const onDocument = (next: Document) => sync.accept(next);
  return (
    <>
      {open === 'schedule' && (
        <LazyDialog load={loadSchedule} props={{ ...props, onDocument }} name="the schedule" />
      )}
      {open === 'share' && (
        <LazyDialog load={loadLinks} props={{ ...props, onDocument }} name="the links" />
      )}
      {open === 'history' && (
        <LazyDialog
          load={loadHistory}
          props={{ ...props, onDocument: (next: Document) => sync.take(next) }}
          name="the history"
        />
      )}
    </>
  );
}

function Questions({ kind, manage }: Pick<DocumentForm, 'kind'> & Pick<Props, 'manage'>) {
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
        title={`Unpublish this ${kind}?`}
        onConfirm={manage.unpublish}
      >
        {kind === 'page'
          ? 'Its address leads nowhere until you publish it again.'
          : 'Its page, comments and likes are hidden until you publish it again.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'trash'}
        onClose={close}
        title={`Are you sure you want to delete this ${kind}?`}
        onConfirm={manage.trash}
      >
        It will be moved to the trash. You can restore it there for {TRASH_DAYS} days.
      </ConfirmDialog>
    </>
  );
}
