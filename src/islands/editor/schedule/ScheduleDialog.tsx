import { useState } from 'react';
import type { Document } from '../../../../api/contract/documents.ts';
import { call } from '../../../lib/api.ts';
import { pageValues } from '../../../lib/page-values.ts';
import {
  formatInZone,
  instantOf,
  isSameZone,
  ownZone,
  type WallTime,
  wallTimeOf,
} from '../../../lib/zones.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';

interface Props {
  document: Document;
  /** Saves pending changes first, and returns the saved document. Throws when that fails. */
  flush(): Promise<Document>;
  onDocument(next: Document): void;
  onClose(): void;
}

const HOUR_MS = 60 * 60 * 1000;

/** Chooses when the post is published, in the zone of the site. */
export function ScheduleDialog({ document, flush, onDocument, onClose }: Props) {
  const [wall, setWall] = useState<WallTime>(() => firstChoice(document));
  const [busy, setBusy] = useState<'schedule' | 'cancel' | null>(null);
  const [problem, setProblem] = useState('');
  const isScheduled = document.status === 'scheduled';
  const current = document.scheduledAt === null ? null : new Date(document.scheduledAt);
  const at = instantOf(wall, pageValues().timeZone, current);

  const run = async (kind: 'schedule' | 'cancel', work: () => Promise<string>) => {
    setBusy(kind);
    setProblem('');
    try {
      toast(await work());
      onClose();
    } catch (error) {
      setProblem(
        requestMessage(error, `The ${document.kind} couldn't be scheduled. Please try again.`),
      );
      setBusy(null);
    }
  };
  const schedule = () => {
    if (at === undefined) return setProblem('Please choose a date and a time.');
    if (at.getTime() <= Date.now()) return setProblem('Please choose a time in the future.');
    void run('schedule', async () => {
      const { _id, revision } = await flush();
      const result = await call('POST /api/document/publish/:id', {
        id: _id,
        body: { revision, at: at.toISOString() },
      });
      onDocument(result.document);
      return `Scheduled for ${formatInZone(at, pageValues().timeZone)}.`;
    });
  };
  const cancel = () =>
    void run('cancel', async () => {
      onDocument(await call('POST /api/document/unschedule/:id', { id: document._id }));
      return 'The schedule is canceled.';
    });

  return (
    <Dialog
      open
      onClose={onClose}
      title={isScheduled ? 'Change the schedule' : `Schedule the ${document.kind}`}
      className={isScheduled ? 'max-w-lg' : ''}
    >
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          schedule();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Date"
            type="date"
            required
            value={wall.date}
            onChange={({ target }) => setWall({ ...wall, date: target.value })}
          />
          <Field
            label={`Time (${pageValues().timeZone})`}
            type="time"
            required
            value={wall.time}
            onChange={({ target }) => setWall({ ...wall, time: target.value })}
          />
        </div>
        {at && <Times at={at} />}
        {problem && <Alert>{problem}</Alert>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>button]:w-full">
          {isScheduled && (
            <Button
              variant="danger"
              className="sm:mr-auto"
              busy={busy === 'cancel'}
              disabled={busy !== null}
              onClick={cancel}
            >
              Cancel schedule
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={busy === 'schedule'} disabled={busy !== null}>
            {isScheduled ? 'Reschedule' : 'Schedule'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Times({ at }: { at: Date }) {
  const own = ownZone();
  return (
    <p className="text-soft text-sm" role="status">
      Goes live on <strong>{formatInZone(at, pageValues().timeZone)}</strong> (
      {pageValues().timeZone}).
      {!isSameZone(at, pageValues().timeZone, own) && (
        <>
          {' '}
          That's <strong>{formatInZone(at, own)}</strong> where you are ({own}).
        </>
      )}
    </p>
  );
}

/** The current schedule or, without one, this hour tomorrow. */
function firstChoice({ scheduledAt }: Document): WallTime {
  const nextHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const at = scheduledAt === null ? new Date(nextHour + 23 * HOUR_MS) : new Date(scheduledAt);
  return wallTimeOf(at, pageValues().timeZone);
}
