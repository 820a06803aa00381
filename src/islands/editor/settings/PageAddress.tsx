import { useEffect, useState } from 'react';
import { isReplaceable } from '../../../../api/contract/addresses.ts';
import { call } from '../../../lib/api.ts';
import { Field } from '../../ui/Field.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_LENGTH = 80;
const INVALID = 'Use lower-case letters (a to z), digits and single hyphens.';
/** Typing continues after a shorter pause. */
const PAUSE_MS = 300;

/** The address of a page. Goes into the form once the server says that the page can have it. */
export function PageAddress({ form }: { form: DocumentForm }) {
  const { fields, state, changeSettings } = form;
  const saved = state.document?.slug ?? '';
  const slug = fields.settings.slug ?? saved;
  const address = state.document?.address ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? slug;
  const isInvalid = shown !== '' && !SLUG.test(shown);
  const problem = useProblem(isInvalid ? '' : shown || fields.title, state.document?._id);
  const isFree = !isInvalid && problem === null;
  useEffect(() => {
    if (typed === null || typed === slug || !isFree) return;
    if (typed !== '' || address === null) changeSettings({ slug: typed });
  });
  return (
    <Field
      label="Address"
      name="slug"
      value={shown}
      maxLength={MAX_LENGTH}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      error={isInvalid ? INVALID : (problem ?? undefined)}
      hint={hintOf(shown, address)}
      onChange={({ target }) => setTyped(target.value.toLowerCase().replace(/[\s_]+/g, '-'))}
      onBlur={() => isFree && setTyped(null)}
    />
  );
}

/**
 * Returns why a page can't have the address for a slug or a title, `null` if it can, and
 * `undefined` while that isn't known.
 */
function useProblem(wanted: string, documentId = ''): string | null | undefined {
  const [checked, setChecked] = useState<{ wanted: string; problem: string | null }>();
  useEffect(() => {
    if (wanted.trim() === '') return;
    const stop = new AbortController();
    const check = async () => {
      const { signal } = stop;
      const query = { slug: wanted, documentId };
      // If it can't be checked now, saving or publishing says what is wrong.
      const { problem } = await call('GET /api/document/pageaddress', { query, signal }).catch(
        () => ({ problem: null }),
      );
      if (!signal.aborted) setChecked({ wanted, problem });
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, documentId]);
  if (wanted.trim() === '') return null;
  return checked?.wanted === wanted ? checked.problem : undefined;
}

/** `address`: where readers see it now, if it's public. */
function hintOf(shown: string, address: string | null): string {
  const path = `/${shown || '…'}`;
  if (address !== null && path !== address) {
    const former = isReplaceable(address)
      ? `${address} will show the site's own text again.`
      : `${address} will lead there, so no link breaks.`;
    return `${path} from the next update on. ${former}`;
  }
  if (isReplaceable(path)) return `${path} · This page replaces the site's own text there.`;
  return address ? path : `${path} · Leave this empty to follow the title.`;
}
