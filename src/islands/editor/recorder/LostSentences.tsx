import { useEffect, useState } from 'react';
import type { DocumentKind } from '../../../../api/contract/documents.ts';
import { type SentenceFinder, sentenceFinder } from '../../../lib/search/words.ts';
import { readSteps } from '../../../stores/recordings.ts';
import { SearchField, TYPING_MS } from '../../ui/SearchField.tsx';
import { localTime } from '../../ui/time.ts';
import { useLatestRequest } from '../../ui/useLatestRequest.ts';
import { type Found, findLost, momentsOf, type Place, type RecordedDraft } from './steps.ts';

const MAX_RESULTS = 50;

interface Props {
  recorded: readonly RecordedDraft[];
  /** The draft that is open. */
  own: string;
  kind: DocumentKind;
  onChoose(draft: string, place: Place): void;
}

interface Result extends Found {
  draft: RecordedDraft;
}

/** Searches all recordings of the user for a sentence that is gone. */
export function LostSentences({ recorded, own, kind, onChoose }: Props) {
  const [sentence, setSentence] = useState('');
  const finder = sentenceFinder(sentence);
  const { results, hasFailed } = useResults(recorded, own, sentence);
  return (
    <div className="grow basis-64">
      <SearchField
        label="Find a lost sentence"
        placeholder="Find a lost sentence"
        value={sentence}
        onChange={({ target }) => setSentence(target.value)}
      />
      <p role="status" className="mt-1 text-muted text-sm empty:hidden">
        {finder && (hasFailed ? "The recordings couldn't be read." : countOf(results))}
      </p>
      {finder && results && results.length > 0 && (
        <ul className="recorder-results" aria-label="Where it was last">
          {results.map(({ draft, ...found }) => (
            <li key={`${draft.draft} ${found.moment.id}`}>
              <button
                type="button"
                onClick={() => onChoose(draft.draft, { moment: found.moment.id, finder })}
              >
                <Excerpt found={found} />
                <span className="text-muted text-xs">
                  {draft.draft === own ? `This ${kind}` : draft.title.trim() || 'Untitled'} · last
                  there {localTime(found.moment.at)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Excerpt({ found: { before, match, after } }: { found: Found }) {
  return (
    <span>
      {before}
      <mark>{match}</mark>
      {after}
    </span>
  );
}

function countOf(results: readonly Result[] | undefined): string {
  if (!results) return 'Searching...';
  if (results.length === 0) return 'No recordings match.';
  return results.length === 1 ? '1 match' : `${results.length} matches`;
}

interface Results {
  results?: Result[];
  hasFailed?: boolean;
}

function useResults(recorded: readonly RecordedDraft[], own: string, sentence: string): Results {
  const [state, setState] = useState<Results>({});
  const { run, abort } = useLatestRequest();
  useEffect(() => {
    const finder = sentenceFinder(sentence);
    setState({});
    abort();
    if (!finder) return;
    const search = () =>
      run((signal) => findInAll(recorded, own, finder, signal), {
        onSuccess: (results) => setState({ results }),
        onError: () => setState({ hasFailed: true }),
      });
    const timer = setTimeout(search, TYPING_MS);
    return () => clearTimeout(timer);
  }, [recorded, own, sentence, run, abort]);
  return state;
}

/** Searches the open draft first, then the others. */
async function findInAll(
  recorded: readonly RecordedDraft[],
  own: string,
  finder: SentenceFinder,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  const isOwn = ({ draft }: RecordedDraft) => draft === own;
  const ordered = [...recorded.filter(isOwn), ...recorded.filter((draft) => !isOwn(draft))];
  for (const draft of ordered) {
    if (results.length >= MAX_RESULTS) break;
    const moments = momentsOf(await Promise.all(draft.reels.map(readSteps)));
    const found = await findLost(finder, moments, signal);
    results.push(...found.map((one) => ({ ...one, draft })));
  }
  return results.slice(0, MAX_RESULTS);
}
