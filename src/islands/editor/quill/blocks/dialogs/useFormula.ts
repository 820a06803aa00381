import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../../lib/api.ts';
import { requestMessage } from '../../../../ui/request.ts';

/** After the last keystroke. */
const DELAY_MS = 400;
const TOO_SLOW = "The preview isn't available. Rendering the formula takes too long.";

/**
 * Shows a formula in `box` as readers will see it. The server renders formulas. While the source
 * isn't valid, `box` keeps the last valid formula. `problem` is about the source, `notice` about
 * the preview.
 */
export function useFormula(html: string) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ problem: '', notice: 'Loading the preview...' });
  useEffect(() => {
    const stop = new AbortController();
    const show = async () => {
      try {
        const body = { title: 'Formula', content: html };
        const { page } = await call('POST /api/post/preview', { body, signal: stop.signal });
        const doc = new DOMParser().parseFromString(page, 'text/html');
        const formula = doc.querySelector('math');
        if (formula) box.current?.replaceChildren(document.importNode(formula, true));
        const problem = doc.querySelector<HTMLElement>('.math[data-error]')?.dataset.error ?? '';
        const isShown = formula !== null || problem !== '';
        setState({ problem, notice: isShown ? '' : TOO_SLOW });
      } catch (error) {
        if (stop.signal.aborted) return;
        setState({ problem: '', notice: `The preview isn't available. ${requestMessage(error)}` });
      }
    };
    setState((current) => ({ ...current, problem: '' }));
    if (html === '') {
      box.current?.replaceChildren();
      setState({ problem: '', notice: 'Type a formula to see it here.' });
      return;
    }
    const timer = setTimeout(() => void show(), DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [html]);
  return { box, ...state };
}
