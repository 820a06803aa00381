import { useState } from 'react';
import { generatedCover } from '../../../api/contract/generated-cover.ts';
import type { CardPost } from '../../../api/contract/posts.ts';
import { positionOf, sourcesOf } from '../../lib/pictures.ts';

interface Props {
  post: Pick<CardPost, 'slug' | 'image' | 'imageFocus' | 'picture'>;
  /** The `sizes` attribute: the browser picks the smallest variant that fits. */
  sizes: string;
  eager?: boolean;
  /** For the largest picture in view: loads before others. */
  priority?: boolean;
  className?: string;
}

/** The cover of a post, or a generated one if there is none or it fails to load. */
export function Cover({ post, sizes, eager = false, priority = false, className }: Props) {
  const { image, slug, picture } = post;
  const [failed, setFailed] = useState('');
  const objectPosition = positionOf(post.imageFocus);
  const isGenerated = image === '' || failed === image;
  return (
    <picture>
      {(picture && !isGenerated ? sourcesOf(picture) : []).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        src={isGenerated ? generatedCover(slug) : image}
        alt=""
        width={picture?.width ?? 1600}
        height={picture?.height ?? 900}
        loading={eager || priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        className={className}
        style={objectPosition ? { objectPosition } : undefined}
        onError={isGenerated ? undefined : () => setFailed(image)}
      />
    </picture>
  );
}
