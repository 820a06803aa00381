import { useState } from 'react';
import { respond } from '../../../../lib/api.ts';
import { saveBody } from '../../../../lib/download.ts';
import { attempt } from '../../../ui/attempt.ts';
import { Button } from '../../../ui/Button.tsx';
import { failureText, useSecurityRefresh } from './security.tsx';

const MEGABYTE = 1_000_000;

/** Saves everything that the site knows about the user. */
export function DownloadSection() {
  const [bytes, setBytes] = useState<number | null>(null);
  const refresh = useSecurityRefresh();
  const start = async () => {
    setBytes(0);
    await attempt(
      async () => saveBody(await respond('GET /api/user/export'), setBytes),
      'Your data was downloaded.',
      (error) => failureText(error, "Your data couldn't be downloaded."),
    );
    setBytes(null);
    refresh();
  };
  return (
    <>
      <p className="mb-3 text-soft text-sm">
        A .zip file with your profile, posts, comments, likes and sign-in methods as JSON, and your
        pictures.
      </p>
      <Button
        variant="secondary"
        busy={bytes !== null}
        busyLabel={`Downloading... ${((bytes ?? 0) / MEGABYTE).toFixed(1)} MB`}
        onClick={start}
      >
        Download my data
      </Button>
    </>
  );
}
