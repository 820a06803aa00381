import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import { flushSync } from 'react-dom';
import type { ChosenPicture } from '../../../../api/contract/media.ts';
import { PictureLibrary } from '../library/PictureLibrary.tsx';

interface Props {
  quill: Quill;
  /** What the picture replaces; null while the dialog is closed. */
  place: Range | null;
  onClose: () => void;
}

/** Inserts a picture that was uploaded before, with its description as alternative text. */
export function LibraryDialog({ quill, place, onClose }: Props) {
  const close = () => {
    // Before anything else: an open dialog keeps the focus out of the text.
    flushSync(onClose);
    if (place) quill.setSelection(place, 'silent');
  };
  const insert = (picture: ChosenPicture) => {
    close();
    if (place) insertPicture(quill, place, picture);
  };
  return <PictureLibrary open={place !== null} onChoose={insert} onClose={close} />;
}

function insertPicture(quill: Quill, { index, length }: Range, { url, alt }: ChosenPicture): void {
  const change = new Delta().retain(index).delete(length);
  // Undo removes this picture alone.
  quill.history.cutoff();
  quill.updateContents(change.insert({ image: url }, alt ? { alt } : {}), 'user');
  quill.setSelection(index + 1, 0, 'user');
}
