import { useState } from 'react';
import type { Document } from '../../../../api/contract/documents.ts';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { navigate } from '../../../lib/navigate.ts';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast, toastAfterNavigation } from '../../../stores/toasts.ts';
import { saveProblem } from '../problems.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import type { MenuItem } from './Menu.tsx';

export type OpenDialog =
  | 'schedule'
  | 'share'
  | 'history'
  | 'recorder'
  | 'discard'
  | 'unpublish'
  | 'trash';

export type Manage = ReturnType<typeof useManage>;

const itself = (document: Document) => document;

const restored = ({ _id, revision }: Document, number: number) =>
  call('POST /api/document/restorerevision/:id', { id: _id, body: { number, revision } });

/** `discard` resets a changed document to the public post. */
type DocumentAction = 'unschedule' | 'unpublish' | 'trash' | 'restore' | 'discard';

export function useManage(form: DocumentForm) {
  const { kind, sync, publishing } = form;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  /** Runs an action, and shows why it failed. Returns whether it worked. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (['conflict', 'trashed', 'gone'].includes(sync.state.status)) {
        publishing.setConflict('save');
      } else form.setProblem(saveProblem(error));
      return false;
    }
  };
  const act = (action: DocumentAction, replaces = false) =>
    sync.act((document) => call(`POST /api/document/${action}/:id`, { id: document._id }), {
      of: itself,
      replaces,
    });

  const restoreVersion = (number: number) =>
    sync.act((document) => restored(document, number), { of: itself, replaces: true });
  const unschedule = async () => {
    if (await attempt(() => act('unschedule'))) toast('The schedule is canceled.');
  };
  const unpublish = async () => {
    if (await attempt(() => act('unpublish'))) toast(`The ${kind} is no longer public.`);
  };
  const restore = async () => {
    if (await attempt(() => act('restore'))) toast(`The ${kind} is restored.`);
  };
  const trash = async () => {
    if (!(await attempt(() => act('trash')))) return;
    toastWithUndo(`The ${kind} is in the trash.`, () => void restore());
  };
  const discard = async () => {
    const before = sync.state.document?.revision;
    if (!(await attempt(() => act('discard', true)))) return;
    toastWithUndo('Back to the published version.', () => {
      if (before !== undefined) void attempt(() => restoreVersion(before));
    });
  };
  const duplicate = async () => {
    await attempt(async () => {
      await sync.flush();
      const copy = await call('POST /api/document/duplicate/:id', {
        id: sync.state.document?._id ?? '',
      });
      toastAfterNavigation('This is the copy, which is a separate draft.');
      navigate(`/update-post/${copy._id}`);
    });
  };
  const items = itemsOf(form, setOpen, { duplicate, unschedule });
  const close = () => setOpen(null);
  return { open, items, unschedule, unpublish, trash, restore, discard, setOpen, close };
}

interface Actions {
  duplicate: () => Promise<void>;
  unschedule: () => Promise<void>;
}

function itemsOf(
  { state: { document }, publishing }: DocumentForm,
  setOpen: (dialog: OpenDialog) => void,
  { duplicate, unschedule }: Actions,
): MenuItem[] {
  const recorder: MenuItem = {
    label: 'Flight recorder',
    icon: <EditorIcon name="rewind" size={18} />,
    onChoose: () => setOpen('recorder'),
  };
  // It works without the server.
  if (!document) return [recorder];
  const isScheduled = document.status === 'scheduled';
  const calendar = <EditorIcon name="calendar" size={18} />;
  const items: (MenuItem | false)[] = [
    {
      label: isScheduled ? 'Reschedule...' : 'Schedule...',
      icon: calendar,
      onChoose: () => publishing.check() && setOpen('schedule'),
    },
    isScheduled && {
      label: 'Cancel the schedule',
      icon: calendar,
      onChoose: () => void unschedule(),
    },
    {
      label: 'Share a preview...',
      icon: <Icon name="arrow-up-right" size={18} />,
      onChoose: () => setOpen('share'),
    },
    {
      label: 'Version history',
      icon: <Icon name="history" size={18} />,
      onChoose: () => setOpen('history'),
    },
    recorder,
    {
      label: 'Duplicate',
      icon: <EditorIcon name="copy" size={18} />,
      onChoose: () => void duplicate(),
    },
    document.status === 'changed' && {
      label: 'Discard changes',
      icon: <EditorIcon name="undo" size={18} />,
      onChoose: () => setOpen('discard'),
    },
    document.postId !== null && {
      label: 'Unpublish',
      icon: <Icon name="eye-off" size={18} />,
      onChoose: () => setOpen('unpublish'),
    },
    {
      label: 'Move to trash',
      icon: <Icon name="trash" size={18} />,
      onChoose: () => setOpen('trash'),
      isDanger: true,
    },
  ];
  return items.filter((item) => item !== false);
}
