const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

/** A ring that fills, with the percent in it. */
export function ProgressCircle({ percent, label }: { percent: number; label: string }) {
  return (
    <span
      className="progress-circle"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - percent / 100)}
        />
      </svg>
      <span>{percent}%</span>
    </span>
  );
}
