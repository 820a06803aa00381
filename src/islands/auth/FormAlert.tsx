import { useEffect, useState } from 'react';
import { Alert } from '../ui/Alert.tsx';
import type { Refusal } from './refusal.ts';

interface Props {
  /** What the fields concerned refer to. */
  id: string;
  refusal: Refusal | null;
}

/** The message under a form; with a wait, how much of it is left. */
export function FormAlert({ id, refusal }: Props) {
  if (!refusal) return null;
  return (
    <div id={id}>
      <Alert>
        {refusal.message}
        {refusal.retryAfter !== undefined && <TimeLeft seconds={refusal.retryAfter} />}
      </Alert>
    </div>
  );
}

/** Counts down. Hidden from screen readers: the message says the time once, a count every second is noise. */
function TimeLeft({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const until = Date.now() + seconds * 1000;
    const show = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    show();
    const timer = setInterval(show, 500);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <span className="mt-1 block font-semibold tabular-nums" aria-hidden="true">
      {left > 0 ? `${clock(left)} left` : 'You can try again now.'}
    </span>
  );
}

/** 0:07, 12:30, 1:00:00. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}
