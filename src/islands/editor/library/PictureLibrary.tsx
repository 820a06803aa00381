import { lazy, Suspense } from 'react';
import type { ChosenPicture } from '../../../../api/contract/media.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';

/** Most posts don't need it, so the editor loads it when it's opened. */
const LibraryPictures = lazy(async () => ({
  default: (await import('./LibraryPictures.tsx')).LibraryPictures,
}));

interface Props {
  open: boolean;
  onChoose: (picture: ChosenPicture) => void;
  onClose: () => void;
}

export function PictureLibrary({ open, onChoose, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose a picture" className="library-dialog">
      <Suspense fallback={<LibrarySkeleton />}>
        <LibraryPictures onChoose={onChoose} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
