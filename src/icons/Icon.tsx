import { ICONS, type IconName } from './icons.ts';

interface Look {
  size?: number;
  className?: string;
  fill?: 'none' | 'currentColor';
}

/** A decorative icon in the color of the text. Screen readers skip it. */
export function Icon({ name, ...look }: { name: IconName } & Look) {
  return <Drawing d={ICONS[name]} {...look} />;
}

export function Drawing({ d, size = 24, className, fill = 'none' }: { d: string } & Look) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={fill}
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
