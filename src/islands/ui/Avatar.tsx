import { useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';

interface Props {
  src: string;
  /** Empty if the name is next to it. */
  alt?: string;
  size?: number;
}

/** A user's picture, or a neutral icon if there is none or it fails to load. */
export function Avatar({ src, alt = '', size = 40 }: Props) {
  const [failed, setFailed] = useState('');
  if (src === '' || failed === src) {
    return (
      <span
        className="avatar inline-grid place-items-center text-muted"
        style={{ width: size, height: size }}
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      >
        <Icon name="user-round" size={Math.round(size * 0.55)} />
      </span>
    );
  }
  return (
    <img
      className="avatar"
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
