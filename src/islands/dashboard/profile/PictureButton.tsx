import { useId, useRef } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Avatar } from '../../ui/Avatar.tsx';

interface Props {
  src: string;
  /** A new picture was uploaded, but the profile isn't saved yet. */
  isUploaded: boolean;
  /** The progress of the upload in percent, or null. */
  progress: number | null;
  onChoose: (file: File) => void;
}

const SIZE = 112;
const RADIUS = 53;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The profile picture. A click chooses another one; a ring around it shows the upload's progress. */
export function PictureButton({ src, isUploaded, progress, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const isUploading = progress !== null;
  return (
    <div className="flex items-center gap-5">
      <div className="relative size-28 shrink-0">
        <button
          type="button"
          className="group grid size-28 place-items-center rounded-full focus-visible:rounded-full"
          aria-label="Choose a new profile picture"
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          <span className={isUploading ? 'opacity-50' : ''}>
            <Avatar src={src} size={isUploading ? SIZE - 16 : SIZE} />
          </span>
          {!isUploading && (
            <span className="absolute right-0 bottom-0 grid size-9 place-items-center rounded-full border border-line bg-raised text-soft transition-colors group-hover:text-accent">
              <Icon name="camera" size={18} />
            </span>
          )}
        </button>
        {/* Outside the button, whose content is presentational. */}
        {isUploading && <ProgressRing percent={progress} />}
      </div>
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
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <div>
        <p className="font-semibold text-sm">Profile picture</p>
        <p id={hintId} className="mt-0.5 text-muted text-xs">
          JPEG, PNG, WebP, AVIF or GIF, less than 2MB
        </p>
        <p role="status" className="mt-1 text-success text-xs">
          {isUploaded && !isUploading && 'Uploaded. Update your profile to use it.'}
        </p>
      </div>
    </div>
  );
}

function ProgressRing({ percent }: { percent: number }) {
  return (
    <span
      className="pointer-events-none absolute inset-0 grid place-items-center"
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
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
          className="stroke-accent transition-[stroke-dashoffset] duration-150"
        />
      </svg>
      <span className="absolute rounded-full bg-raised px-2 py-0.5 font-semibold text-xs tabular-nums">
        {percent}%
      </span>
    </span>
  );
}
