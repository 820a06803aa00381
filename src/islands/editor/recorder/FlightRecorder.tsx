import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../../icons/Icon.tsx';
import { findReels, RECORDING_DAYS } from '../../../stores/recordings.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Spinner } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/list-states.tsx';
import { localTime } from '../../ui/time.ts';
import type { DocumentForm } from '../useDocumentForm.ts';
import { useLoad } from '../useLoad.ts';
import { LostSentences } from './LostSentences.tsx';
import { NothingRecorded, Recording } from './Recording.tsx';
import { draftsOf, type Moment, type Place, type RecordedDraft } from './steps.ts';

interface Props {
  form: DocumentForm;
  onClose(): void;
}

/** The recording of a draft that this browser keeps: every state, what changed, and a search. */
export function FlightRecorder({ form, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title="Flight recorder" className="recorder">
      <button
        type="button"
        className="icon-btn absolute top-3 right-3"
        aria-label="Close"
        onClick={onClose}
      >
        <Icon name="x" size={20} />
      </button>
      <p className="mt-1 pr-10 text-muted text-sm">
        What you wrote here in the last {RECORDING_DAYS} days, saved or not. It's kept only in this
        browser, until you sign out.
      </p>
      <Contents form={form} onClose={onClose} />
    </Dialog>
  );
}

const STOPPED = "This browser isn't recording what you write. Its storage may be full or blocked.";

function Contents({ form, onClose }: Props) {
  const request = useLoad(async () => {
    const isRecording = await form.recorder.flush();
    return { isRecording, recorded: draftsOf(await findReels(form.owner)) };
  });
  const { data, error, load } = request;
  if (error !== undefined) {
    return (
      <ErrorState
        title="This browser can't show recordings"
        text={`${STOPPED} Private windows often store nothing.`}
        onRetry={load}
      />
    );
  }
  if (!data) return <Spinner label="Loading the recordings" className="m-auto" />;
  return (
    <>
      {!data.isRecording && <Alert className="mt-3">{STOPPED}</Alert>}
      <Drafts form={form} recorded={data.recorded} onClose={onClose} />
    </>
  );
}

function Drafts({ form, recorded, onClose }: Props & { recorded: readonly RecordedDraft[] }) {
  const own = form.state.document?._id ?? form.sync.clientId;
  const [shown, setShown] = useState<{ draft: string; place?: Place }>({ draft: own });
  const others = recorded.filter(({ draft }) => draft !== own);
  const chosen = recorded.find(({ draft }) => draft === shown.draft);
  const restore = (moment: Moment) => {
    const { editor } = form.content;
    editor.current?.replace(moment.html());
    if (form.fields.title.trim() === '' && moment.title !== '')
      form.change({ title: moment.title });
    flushSync(onClose);
    editor.current?.quill.focus({ preventScroll: true });
    toast('Text restored. “Undo” brings back the previous text.');
  };
  return (
    <>
      <div className="recorder-tools">
        {others.length > 0 && (
          <select
            className="field"
            aria-label="Recorded text"
            value={shown.draft}
            onChange={({ target }) => setShown({ draft: target.value })}
          >
            <option value={own}>This {form.kind}</option>
            {others.map(({ draft, title, end }) => (
              <option key={draft} value={draft}>
                {title.trim() || 'Untitled'} · {localTime(end)}
              </option>
            ))}
          </select>
        )}
        {recorded.length > 0 && (
          <LostSentences
            recorded={recorded}
            own={own}
            kind={form.kind}
            onChoose={(draft, place) => setShown({ draft, place })}
          />
        )}
      </div>
      {chosen ? (
        <Recording
          key={chosen.draft}
          reels={chosen.reels}
          place={shown.place}
          form={form}
          onRestore={restore}
        />
      ) : (
        <NothingRecorded />
      )}
    </>
  );
}
