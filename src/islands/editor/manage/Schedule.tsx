import { type SubmitEvent, useState } from 'react';
import type { Document } from '../../../../api/contract/documents.ts';
import { localTime, momentOf, ownTimeZone, zonedText } from '../../../lib/zoned-time.ts';
import { site } from '../../../site.config.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';
import type { Manage } from './useManage.tsx';

interface Props {
  document: Document;
  manage: Manage;
}

const HOUR_MS = 60 * 60 * 1000;

/** The next full hour that is at least an hour away. */
const nextHour = () => new Date(Math.ceil(Date.now() / HOUR_MS + 1) * HOUR_MS);

/** The dialog that sets when the post is published. */
export function Schedule({ document, manage }: Props) {
  const start = document.scheduledAt ? new Date(document.scheduledAt) : nextHour();
  const [date, setDate] = useState(localTime(start, site.timeZone).slice(0, 10));
  const [time, setTime] = useState(localTime(start, site.timeZone).slice(11));
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const at = momentOf(`${date}T${time}`, site.timeZone);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!at) return setError('Clocks skip this time, or it is incomplete. Choose another one.');
    if (at.getTime() <= Date.now()) return setError('This time has passed. Choose a later one.');
    setIsBusy(true);
    setError('');
    try {
      await manage.schedule(at);
      toast('The post is scheduled.');
      manage.close();
    } catch (failure) {
      setError(requestMessage(failure));
      setIsBusy(false);
    }
  };
  return (
    <form className="mt-4 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-2 gap-3 max-[26rem]:grid-cols-1">
        <Field
          label="Date"
          type="date"
          required
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <Field
          label="Time"
          type="time"
          required
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      <p className="text-muted text-sm">Time zone of the site: {site.timeZone}</p>
      {at && <BothZones at={at} />}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:[&>button]:w-full">
        <Button variant="secondary" onClick={manage.close}>
          Close
        </Button>
        <Button type="submit" busy={isBusy} busyLabel="Scheduling...">
          {document.scheduledAt ? 'Reschedule' : 'Schedule'}
        </Button>
      </div>
    </form>
  );
}

/** A moment in the zone of the site and, if that's another one, of this browser. */
export function BothZones({ at }: { at: Date }) {
  const own = ownTimeZone();
  const [here, there] = [zonedText(at, own), zonedText(at, site.timeZone)];
  return (
    <p className="text-sm">
      {there}
      {here !== there && <span className="block text-muted">For you: {here}</span>}
    </p>
  );
}
