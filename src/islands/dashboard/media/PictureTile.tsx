import { useId } from 'react';
import type { MediaPicture } from '../../../../api/contract/media.ts';
import { sourcesOf } from '../../../lib/pictures.ts';
import { shortName } from './use-library.ts';

interface Props {
  picture: MediaPicture;
  onSelect: () => void;
}

/** A picture of the grid. Its button opens the details. */
export function PictureTile({ picture, onSelect }: Props) {
  const { url, name, alt, width, height } = picture;
  const nameId = useId();
  return (
    <li tabIndex={-1} aria-labelledby={nameId} className="min-w-0">
      <button
        type="button"
        aria-haspopup="dialog"
        className="w-full overflow-hidden rounded-2xl border border-line text-start transition-colors hover:border-muted"
        onClick={onSelect}
      >
        <picture>
          {sourcesOf(picture).map(({ type, srcset }) => (
            <source key={type} type={type} srcSet={srcset} sizes="14rem" />
          ))}
          <img
            src={url}
            alt={alt}
            width={width}
            height={height}
            loading="lazy"
            className="aspect-[4/3] w-full bg-sunken object-contain"
          />
        </picture>
        <span id={nameId} className="block truncate px-3 py-2.5 font-mono text-xs">
          {shortName(name)}
        </span>
      </button>
    </li>
  );
}
