import { useState } from 'react';
import { sourcesOf } from '../../../lib/pictures.ts';
import { CoverPlaceholder } from '../../cards/CoverPlaceholder.tsx';
import type { PicturedPost } from './pictured-post.ts';

/** The cover of a post in a list, in the smallest size that fills its place (`sizes`). */
export function Cover({ post, sizes }: { post: PicturedPost; sizes: string }) {
  const { image, slug, picture } = post;
  const [failed, setFailed] = useState('');
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
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
        onError={() => setFailed(image)}
      />
    </picture>
  );
}
