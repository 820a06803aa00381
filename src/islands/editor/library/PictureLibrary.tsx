import type { ChosenPicture } from '../../../../api/contract/media.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Lazy } from '../../ui/Lazy.tsx';
import { withStyles } from '../later.ts';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';

/** Most posts don't need it, so the editor loads it when it's opened. */
const load = () =>
  withStyles(import('./LibraryPictures.tsx')).then(({ LibraryPictures }) => LibraryPictures);

interface Props {
  open: boolean;
  onChoose: (picture: ChosenPicture) => void;
  onClose: () => void;
}

export function PictureLibrary({ open, onChoose, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose a picture" className="library-dialog">
      <Lazy
        load={load}
        props={{ onChoose, onClose }}
        name="the library"
        fallback={<LibrarySkeleton />}
      />
    </Dialog>
  );
}
