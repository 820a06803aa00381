import { useState } from 'react';
import { MAX_ALT_LENGTH } from '../../../../../api/contract/posts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, FieldFrame } from '../../../ui/Field.tsx';
import { linkAddress } from '../addresses.ts';
import { AddPicture } from './AddPicture.tsx';
import type { FigurePicture } from './figure.ts';

interface Props {
  picture: FigurePicture;
  place: { index: number; count: number };
  autoFocus: boolean;
  onChange: (next: Partial<FigurePicture>) => void;
  onMove: (way: -1 | 1) => void;
  onTakeOut: () => void;
}

/** The fields of one picture of a figure. */
export function PictureFields({ picture, place, autoFocus, ...actions }: Props) {
  const { index, count } = place;
  const { onChange, onMove, onTakeOut } = actions;
  const name = count > 1 ? ` (picture ${index + 1})` : '';
  const [typed, setTyped] = useState(picture.href);
  const [error, setError] = useState('');
  const changeLink = (next: string) => {
    setTyped(next);
    // At once, as Ctrl+Enter saves without leaving the field.
    onChange({ href: addressOf(next) ?? '' });
  };
  const checkLink = () =>
    setError(
      addressOf(typed) === null ? 'Enter a valid address, such as https://example.com.' : '',
    );
  return (
    <li className="figure-picture">
      <img src={picture.src} alt="" />
      <div className="grid gap-3">
        <FieldFrame
          label={`Alternative text${name}`}
          hint="Describe it for people who can't see it. Leave this empty if it's decorative."
        >
          {(control) => (
            <textarea
              {...control}
              className="field"
              rows={2}
              maxLength={MAX_ALT_LENGTH}
              value={picture.alt}
              // biome-ignore lint/a11y/noAutofocus: most pictures are opened for this field
              autoFocus={autoFocus}
              onChange={({ target }) => onChange({ alt: target.value.replace(/\n/g, ' ') })}
            />
          )}
        </FieldFrame>
        <Field
          label={`Link${name}`}
          value={typed}
          error={error}
          placeholder="https://example.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => changeLink(target.value)}
          onBlur={checkLink}
        />
        <div className="flex flex-wrap gap-2">
          {index > 0 && (
            <Button small variant="secondary" onClick={() => onMove(-1)}>
              Move left<span className="sr-only">{name}</span>
            </Button>
          )}
          {index < count - 1 && (
            <Button small variant="secondary" onClick={() => onMove(1)}>
              Move right<span className="sr-only">{name}</span>
            </Button>
          )}
          {count > 1 && (
            <Button small variant="secondary" onClick={onTakeOut}>
              Move out of row<span className="sr-only">{name}</span>
            </Button>
          )}
        </div>
        <AddPicture
          name="Replace"
          of={name}
          onPicture={(src, alt) =>
            onChange({ src, width: '', height: '', ...(alt === '' ? {} : { alt }) })
          }
        />
      </div>
    </li>
  );
}

/** Returns the address as it's stored, `''` without one, or null if it's invalid. */
function addressOf(typed: string): string | null {
  return typed.trim() === '' ? '' : linkAddress(typed);
}
