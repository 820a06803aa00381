import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { flushSync } from 'react-dom';
import type { ChosenPicture } from '../../../../api/contract/media.ts';
import { PictureLibrary } from '../library/PictureLibrary.tsx';
import { insertBlock } from './blocks/block.ts';
import { figureHtml } from './pictures/figure.ts';

interface Props {
  quill: Quill;
  /** What the picture replaces. */
  place: Range;
  onClose: () => void;
}

/** Inserts a picture that was uploaded before, with its description as alternative text. */
export function LibraryDialog({ quill, place, onClose }: Props) {
  const close = () => {
    // Before anything else: an open dialog keeps the focus out of the text.
    flushSync(onClose);
    quill.setSelection(place, 'silent');
  };
  const insert = (picture: ChosenPicture) => {
    close();
    insertBlock(quill, place, figureHtml(picture.url, picture.alt));
  };
  return <PictureLibrary open onChoose={insert} onClose={close} />;
}
