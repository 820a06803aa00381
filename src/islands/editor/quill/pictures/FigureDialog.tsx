import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_PICTURES_IN_ROW } from '../../../../../api/contract/content/blocks/figure.ts';
import type { BlockDialogProps } from '../blocks/dialog-props.ts';
import { DialogButtons } from '../blocks/dialogs/DialogButtons.tsx';
import { fieldHtml } from '../blocks/dialogs/field-html.ts';
import { RichField } from '../blocks/dialogs/RichField.tsx';
import { RichTools } from '../blocks/dialogs/RichTools.tsx';
import { AddPicture } from './AddPicture.tsx';
import {
  type FigurePicture,
  type FigureWidth,
  pictureOf,
  readFigure,
  WIDTHS,
  writeFigure,
} from './figure.ts';
import { PictureFields } from './PictureFields.tsx';

/** So that fields keep their focus while pictures move. */
type Editable = FigurePicture & { id: number };

let lastId = 0;

function withId(picture: FigurePicture): Editable {
  lastId += 1;
  return { ...picture, id: lastId };
}

const WIDTH_NAMES: Record<FigureWidth, string> = { '': 'Text', wide: 'Wide', full: 'Full' };

/** Edits a picture or a row of pictures: descriptions, links, order, caption and width. */
export function FigureDialog({ html, onSave, onClose }: BlockDialogProps) {
  const [figure] = useState(() => readFigure(html));
  const [pictures, setPictures] = useState(() => figure.pictures.map(withId));
  const caption = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(figure.width);
  /** Pictures that were taken out of the row. They follow as figures of their own. */
  const [taken, setTaken] = useState<readonly FigurePicture[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const move = (picture: Editable, way: -1 | 1) => {
    const others = pictures.filter((one) => one !== picture);
    others.splice(pictures.indexOf(picture) + way, 0, picture);
    setPictures(others);
  };
  const takeOut = (picture: Editable) => {
    setTaken([...taken, picture]);
    flushSync(() => setPictures(pictures.filter((one) => one !== picture)));
    // Its button is gone.
    list.current?.querySelector('textarea')?.focus();
  };
  const save = () => {
    const others = taken.map((one) => writeFigure({ width: '', pictures: [one], caption: '' }));
    const text = caption.current ? fieldHtml(caption.current) : figure.caption;
    onSave([writeFigure({ width, pictures, caption: text }), ...others].join(''));
  };
  return (
    <div className="mt-4 grid gap-5">
      <ul ref={list} className="grid gap-4">
        {pictures.map((picture, index) => (
          <PictureFields
            key={picture.id}
            picture={picture}
            place={{ index, count: pictures.length }}
            onChange={(next) =>
              setPictures((all) => all.map((one) => (one === picture ? { ...one, ...next } : one)))
            }
            onMove={(way) => move(picture, way)}
            onTakeOut={() => takeOut(picture)}
          />
        ))}
      </ul>
      {pictures.length < MAX_PICTURES_IN_ROW && (
        <AddPicture
          name="Add to the row"
          onPicture={(src, alt) => setPictures((all) => [...all, withId(pictureOf(src, alt))])}
        />
      )}
      <div>
        <span className="field-label">Caption</span>
        <RichTools isLine>
          <RichField label="Caption" html={figure.caption} field={caption} isLine onEnter={save} />
        </RichTools>
      </div>
      <Widths value={width} onChange={setWidth} />
      <DialogButtons onSave={save} onClose={onClose} />
    </div>
  );
}

interface WidthsProps {
  value: FigureWidth;
  onChange: (width: FigureWidth) => void;
}

function Widths({ value, onChange }: WidthsProps) {
  const name = useId();
  return (
    <fieldset className="figure-widths">
      <legend className="field-label">Width</legend>
      {WIDTHS.map((width) => (
        <label key={width}>
          <input
            type="radio"
            name={name}
            checked={width === value}
            onChange={() => onChange(width)}
          />
          {WIDTH_NAMES[width]}
        </label>
      ))}
    </fieldset>
  );
}
