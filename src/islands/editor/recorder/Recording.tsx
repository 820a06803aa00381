import {
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { type Reel, readSteps } from '../../../stores/recordings.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/list-states.tsx';
import { CopyButton } from '../CopyButton.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import { useLoad } from '../useLoad.ts';
import { type MarkedText, markedText, selectMatch } from './marked-text.ts';
import { type Moment, momentsOf, type Place } from './steps.ts';

interface Props {
  reels: readonly Reel[];
  place: Place | undefined;
  form: DocumentForm;
  onRestore(moment: Moment): void;
}

/** A draft at any of its recorded times. */
export function Recording({ reels, ...props }: Props) {
  const { data, error, load } = useLoad(async () =>
    momentsOf(await Promise.all(reels.map(readSteps))),
  );
  if (error !== undefined) {
    return <ErrorState title="The recording couldn't be read" text="" onRetry={load} />;
  }
  if (!data) return <Spinner label="Loading the recording" className="m-auto" />;
  return <Player moments={data} {...props} />;
}

export function NothingRecorded() {
  return (
    <p className="m-auto max-w-80 py-8 text-center text-muted text-sm">
      Nothing recorded here yet. What you write appears here after a few seconds.
    </p>
  );
}

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

function Player({
  moments,
  place,
  form,
  onRestore,
}: Omit<Props, 'reels'> & { moments: readonly Moment[] }) {
  const [index, setIndex] = useState(moments.length - 1);
  useEffect(() => {
    const found = moments.findIndex(({ id }) => id === place?.moment);
    if (found >= 0) setIndex(found);
  }, [moments, place]);
  // While someone drags, the slider moves at once, and the text follows.
  const current = useDeferredValue(index);
  const moment = moments[current];
  const before = moments[current - 1];
  const marked = useMemo(() => {
    // The earlier text first: each one is built from the one before.
    const old = before?.html() ?? null;
    return markedText(moment?.html() ?? '', old);
  }, [moment, before]);
  if (!moment) return <NothingRecorded />;
  return (
    <>
      <Timeline moments={moments} index={index} marked={marked} onChange={setIndex} />
      <Text
        moment={moment}
        before={before}
        marked={marked}
        place={moment.id === place?.moment ? place : undefined}
      />
      <div className="recorder-foot">
        <CopyButton label="Copy text" version={{ title: moment.title, content: moment.html() }} />
        <RestoreButton form={form} moment={moment} onRestore={onRestore} />
      </div>
    </>
  );
}

interface TimelineProps {
  moments: readonly Moment[];
  index: number;
  marked: MarkedText;
  onChange(index: number): void;
}

function Timeline({ moments, index, marked, onChange }: TimelineProps) {
  const last = moments.length - 1;
  const time = TIME.format(moments[index]?.at);
  const step = `step ${index + 1} of ${moments.length}`;
  return (
    <div className="recorder-timeline">
      <button
        type="button"
        className="icon-btn"
        aria-label="Previous step"
        disabled={index === 0}
        onClick={() => onChange(index - 1)}
      >
        <Icon name="chevron-down" size={20} className="rotate-90" />
      </button>
      <input
        type="range"
        aria-label="Time"
        aria-valuetext={`${time}, ${step}`}
        min={0}
        max={last}
        value={index}
        disabled={last === 0}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <button
        type="button"
        className="icon-btn"
        aria-label="Next step"
        disabled={index === last}
        onClick={() => onChange(index + 1)}
      >
        <Icon name="chevron-down" size={20} className="-rotate-90" />
      </button>
      <p>
        <b>{time}</b> <span>{step}</span> <span role="status">{changeOf(marked)}</span>
      </p>
    </div>
  );
}

function changeOf({ added, removed }: MarkedText): string {
  const words = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'word' : 'words'}`;
  const parts = [added > 0 && `${words(added)} added`, removed > 0 && `${words(removed)} removed`];
  return parts.filter(Boolean).join(', ');
}

interface TextProps {
  moment: Moment;
  before: Moment | undefined;
  marked: MarkedText;
  place: Place | undefined;
}

function Text({ moment, before, marked, place }: TextProps) {
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!text.current) return;
    text.current.replaceChildren(...marked.nodes);
    if (place && selectMatch(text.current, place.finder)) return;
    const changed = text.current.querySelector('ins, del, .recorded-new');
    changed?.scrollIntoView({ block: 'nearest' });
  }, [marked, place]);
  const isRenamed = before !== undefined && before.title !== moment.title;
  const Title = isRenamed ? 'ins' : 'span';
  return (
    <section
      className="recorder-text"
      aria-label="The text at this time"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      onClickCapture={stayHere}
    >
      <p className="recorder-title">{moment.title.trim() && <Title>{moment.title}</Title>}</p>
      <div ref={text} className="prose" />
    </section>
  );
}

/** Links in the text would leave the editor. */
function stayHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
}

interface RestoreProps {
  form: DocumentForm;
  moment: Moment;
  onRestore(moment: Moment): void;
}

function RestoreButton({ form: { content }, moment, onRestore }: RestoreProps) {
  const isCurrent = content.currentHtml() === moment.html();
  // Restoring would end the uploads.
  const isUploading = (content.editor.current?.uploads().count ?? 0) > 0;
  const isOff = isCurrent || isUploading || !content.isReady;
  return (
    <Button disabled={isOff} onClick={() => onRestore(moment)}>
      {isCurrent ? 'Current text' : isUploading ? 'Uploading pictures...' : 'Restore this text'}
    </Button>
  );
}
