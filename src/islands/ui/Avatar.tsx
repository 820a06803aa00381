import { useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';

/**
 * A user's picture, or a neutral icon if there is none or it fails to load. It has no text, because
 * the name is next to it.
 */
export function Avatar({ src, size = 40 }: { src: string; size?: number }) {
  const [failed, setFailed] = useState('');
  if (src === '' || failed === src) {
    return (
      <span
        className="avatar inline-grid place-items-center text-muted"
        style={{ width: size, height: size }}
        aria-hidden
      >
        <Icon name="user-round" size={Math.round(size * 0.55)} />
      </span>
    );
  }
  return (
    <img
      className="avatar"
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
