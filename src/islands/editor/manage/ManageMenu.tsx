import { createPortal } from 'react-dom';
import { LazyDialog } from '../../ui/LazyDialog.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import { Menu } from './Menu.tsx';
import type { Manage } from './useManage.tsx';

interface Props {
  form: DocumentForm;
  manage: Manage;
}

const load = () => import('./ManageDialogs.tsx').then(({ ManageDialogs }) => ManageDialogs);

export function ManageMenu({ form, manage }: Props) {
  return (
    <>
      <Menu label="More actions" items={manage.items} />
      {/* Their forms must not be inside the form of the post. */}
      {manage.open &&
        createPortal(
          <LazyDialog
            load={load}
            props={{ form, manage, onClose: manage.close }}
            name="the dialog"
          />,
          window.document.body,
        )}
    </>
  );
}
