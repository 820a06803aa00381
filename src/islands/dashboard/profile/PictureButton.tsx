import { Camera } from 'lucide-react';
import { useId, useRef } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';

interface Props {
  src: string;
  /** Percent of an upload that is under way. */
  progress: number | null;
  onChoose: (file: File) => void;
}

const SIZE = 112;
const RADIUS = 53;
const ROUND = 2 * Math.PI * RADIUS;

/** The picture of the profile. A click chooses another; a ring around it shows how much has been sent. */
export function PictureButton({ src, progress, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  return (
    <div className="flex items-center gap-5">
      <button
        type="button"
        className="group relative grid size-28 shrink-0 place-items-center rounded-full focus-visible:rounded-full"
        aria-label="Choose a new profile picture"
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        <span className={progress === null ? '' : 'opacity-50'}>
          <Avatar src={src} size={progress === null ? SIZE : SIZE - 16} />
        </span>
        {progress === null ? (
          <span className="absolute right-0 bottom-0 grid size-9 place-items-center rounded-full border border-line bg-raised text-soft transition-colors group-hover:text-accent">
            <Camera size={18} aria-hidden="true" />
          </span>
        ) : (
          <Ring percent={progress} />
        )}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="hidden"
        aria-label="Profile picture"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      <div>
        <p className="font-semibold text-sm">Profile picture</p>
        <p id={hintId} className="mt-0.5 text-muted text-xs">
          JPEG, PNG, WebP, AVIF or GIF, less than 2MB
        </p>
      </div>
    </div>
  );
}

function Ring({ percent }: { percent: number }) {
  return (
    <span
      className="absolute inset-0 grid place-items-center"
      role="progressbar"
      aria-label="Uploading the picture"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className="-rotate-90 size-full" aria-hidden="true">
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          strokeWidth={5}
          className="stroke-line"
        />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          strokeWidth={5}
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - percent / 100)}
          className="stroke-accent transition-[stroke-dashoffset] duration-150"
        />
      </svg>
      <span className="absolute rounded-full bg-raised px-2 py-0.5 font-semibold text-xs tabular-nums">
        {percent}%
      </span>
    </span>
  );
}
