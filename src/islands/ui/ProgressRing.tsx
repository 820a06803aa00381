interface Props {
  percent: number;
  label: string;
  size: number;
  className: string;
  textClassName: string;
}

const STROKE_WIDTH = 5;

export function ProgressRing({ percent, label, size, className, textClassName }: Props) {
  const circle = { cx: size / 2, cy: size / 2, r: (size - STROKE_WIDTH) / 2 };
  return (
    <span
      className={`pointer-events-none absolute grid place-items-center tabular-nums ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg
        width={size}
        height={size}
        fill="none"
        strokeWidth={STROKE_WIDTH}
        className="-rotate-90"
        aria-hidden="true"
      >
        <circle {...circle} className="stroke-line" />
        <circle
          {...circle}
          pathLength={100}
          strokeLinecap="round"
          strokeDasharray={100}
          strokeDashoffset={100 - percent}
          className="stroke-accent transition-[stroke-dashoffset] duration-150"
        />
      </svg>
      <span className={`absolute ${textClassName}`}>{percent}%</span>
    </span>
  );
}
