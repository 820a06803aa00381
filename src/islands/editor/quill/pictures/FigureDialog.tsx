import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { MAX_PICTURES_IN_ROW } from '../../../../../api/contract/content/blocks/figure.ts';
import type { BlockDialogProps } from '../blocks/dialog-props.ts';
import { RichField } from '../blocks/dialogs/RichField.tsx';
import { RichTools } from '../blocks/dialogs/RichTools.tsx';
import { useBlockValue } from '../blocks/dialogs/useBlockValue.ts';
import { AddPicture } from './AddPicture.tsx';
import {
  type FigurePicture,
  type FigureWidth,
  pictureOf,
  readFigure,
  WIDTH_NAMES,
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

interface Value {
  width: FigureWidth;
  caption: string;
  pictures: readonly Editable[];
  /** Pictures that were taken out of the row. They follow as figures of their own. */
  taken: readonly FigurePicture[];
}

function readValue(html: string): Value {
  const figure = readFigure(html);
  return { ...figure, pictures: figure.pictures.map(withId), taken: [] };
}

function htmlOf({ taken, ...figure }: Value): string {
  const others = taken.map((one) => writeFigure({ width: '', pictures: [one], caption: '' }));
  return [writeFigure(figure), ...others].join('');
}

/** Edits a picture or a row of pictures: descriptions, links, order, caption and width. */
export function FigureDialog({ html, isCaption, onChange, onSave }: BlockDialogProps) {
  const [value, change] = useBlockValue(() => readValue(html), htmlOf, onChange);
  const { pictures, width, caption } = value;
  const list = useRef<HTMLUListElement>(null);
  const move = (id: number, way: -1 | 1) =>
    change((now) => {
      const from = now.pictures.findIndex((one) => one.id === id);
      const moved = now.pictures.slice(from, from + 1);
      return { pictures: now.pictures.toSpliced(from, 1).toSpliced(from + way, 0, ...moved) };
    });
  const takeOut = (id: number) => {
    flushSync(() =>
      change((now) => ({
        pictures: now.pictures.filter((one) => one.id !== id),
        taken: [...now.taken, ...now.pictures.filter((one) => one.id === id)],
      })),
    );
    // Its button is gone.
    list.current?.querySelector('textarea')?.focus();
  };
  return (
    <div className="mt-4 grid gap-5">
      <ul ref={list} className="grid gap-4">
        {pictures.map((picture, index) => (
          <PictureFields
            key={picture.id}
            picture={picture}
            place={{ index, count: pictures.length }}
            autoFocus={index === 0 && !isCaption}
            onChange={(next) =>
              change((now) => ({
                pictures: now.pictures.map((one) =>
                  one.id === picture.id ? { ...one, ...next } : one,
                ),
              }))
            }
            onMove={(way) => move(picture.id, way)}
            onTakeOut={() => takeOut(picture.id)}
          />
        ))}
      </ul>
      {pictures.length < MAX_PICTURES_IN_ROW && (
        <AddPicture
          name="Add to the row"
          onPicture={(src, alt) =>
            change((now) => ({ pictures: [...now.pictures, withId(pictureOf(src, alt))] }))
          }
        />
      )}
      <div>
        <span className="field-label">Caption</span>
        <RichTools isLine>
          <RichField
            label="Caption"
            html={caption}
            onChange={(next) => change({ caption: next })}
            isLine
            autoFocus={isCaption}
            onEnter={onSave}
          />
        </RichTools>
      </div>
      <Widths value={width} onChange={(next) => change({ width: next })} />
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
