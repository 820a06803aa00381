import { useState } from 'react';
import type { CardPost } from '../../../api/contract/posts.ts';
import { positionOf, sourcesOf } from '../../lib/pictures.ts';

const TONES = 4;
const RADII = [10, 26, 46, 70, 98, 130, 166, 206, 250];

interface Props {
  post: Pick<CardPost, 'slug' | 'image' | 'imageFocus' | 'picture'>;
  /** The `sizes` attribute: the browser picks the smallest variant that fits. */
  sizes: string;
  eager?: boolean;
  /** For the largest picture in view: loads before others. */
  priority?: boolean;
  className?: string;
}

/** The cover of a post, or a placeholder if there is none or it fails to load. */
export function Cover({ post, sizes, eager = false, priority = false, className }: Props) {
  const { image, slug, picture } = post;
  const [failed, setFailed] = useState('');
  const objectPosition = positionOf(post.imageFocus);
  if (image === '' || failed === image) return <CoverPlaceholder seed={slug} />;
  return (
    <picture>
      {(picture ? sourcesOf(picture) : []).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        src={image}
        alt=""
        width={picture?.width ?? 1600}
        height={picture?.height ?? 900}
        loading={eager || priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        className={className}
        style={objectPosition ? { objectPosition } : undefined}
        onError={() => setFailed(image)}
      />
    </picture>
  );
}

/** Ripples of ink. The slug decides their center and one of four tones. */
function CoverPlaceholder({ seed }: { seed: string }) {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const x = 40 + (sum % 7) * 40;
  const y = 30 + (sum % 5) * 30;
  return (
    <div className="cover-placeholder" data-tone={sum % TONES} aria-hidden="true">
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {RADII.map((radius) => (
          <circle key={radius} cx={x} cy={y} r={radius} />
        ))}
        <circle className="drop" cx={x} cy={y} r="4" />
      </svg>
    </div>
  );
}
