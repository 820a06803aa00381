import { LRUCache } from 'lru-cache';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import {
  createJavaScriptRegexEngine,
  defaultJavaScriptRegexConstructor,
} from 'shiki/engine/javascript';
import { LANGUAGES, languageOf } from './highlight-languages.ts';
import { lineHtml, THEME } from './highlight-theme.ts';
import { escapeText } from './html.ts';

/** Longer code is shown without colors, so that no post delays others. */
const MAX_CODE_LENGTH = 50_000;
const MAX_LINE_LENGTH = 1_000;
const CACHE_BYTES = 16 * 1024 * 1024;
/** Most patterns come from grammars, but some contain text of the code (the end of a heredoc). */
const MAX_PATTERNS = 10_000;
/**
 * WebKit 2.50 finds a pattern with an optional group for the start of the line, `(^[\t ]+)?`, only
 * at that start. Grammars find `//` comments with it.
 */
const OPTIONAL_LINE_START = /^(\((?:\?:)?\^[^()]*\))\?/;

/** Limits how long highlighting takes. Browsers have none: their code is the author's own. */
export interface TimeBudget {
  /** Runs `work` and returns its result, or `undefined` if it had to be stopped. */
  run<T>(work: () => T): T | undefined;
  /** Adds time back that shouldn't count. */
  refund(ms: number): void;
  isSpent(): boolean;
}

const cache = new LRUCache<string, string>({
  maxSize: CACHE_BYTES,
  sizeCalculation: (html, key) => 2 * (html.length + key.length) + 1,
});

/** Outlives the highlighter: compiled patterns are the costly part of a grammar. */
class PatternCache extends Map<string, RegExp | Error> {
  override set(pattern: string, regex: RegExp | Error): this {
    if (this.size >= MAX_PATTERNS) this.clear();
    return super.set(pattern, regex);
  }
}

const patterns = new PatternCache();
let compileMs = 0;
let compiling: { pattern: string; since: number } | undefined;
let loading = new Map<string, Promise<unknown>>();
let highlighter: Promise<HighlighterCore> | undefined;

/**
 * Returns code as HTML, with a `<span class="tk-…">` around each token that has a color. Code in
 * an unknown language, or too long to color in time, is only escaped. Doesn't throw.
 */
export async function highlight(
  code: string,
  language: string | undefined,
  budget?: TimeBudget,
): Promise<string> {
  const id = languageOf(language);
  if (id === undefined || code.length > MAX_CODE_LENGTH) return escapeText(code);
  const key = `${id}:${code}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  try {
    const html = await tokenize(code, id, budget);
    if (html === undefined) return escapeText(code);
    cache.set(key, html);
    return html;
  } catch (error) {
    // A broken grammar must not stop a publish.
    console.error(`Could not highlight ${id}: ${(error as Error).message}`);
    return escapeText(code);
  }
}

/** Returns `undefined` if the time is up. */
async function tokenize(
  code: string,
  id: string,
  budget: TimeBudget = UNLIMITED,
): Promise<string | undefined> {
  while (!budget.isSpent()) {
    highlighter ??= createHighlighter();
    const shiki = await highlighter;
    await loadLanguage(shiki, id);
    const compiledBefore = compileMs;
    const html = budget.run(() =>
      shiki
        .codeToTokensBase(code, {
          lang: id,
          theme: 'kinds',
          tokenizeMaxLineLength: MAX_LINE_LENGTH,
          // Shiki checks its limit only between two matches; `budget` also stops a match.
          tokenizeTimeLimit: 0,
        })
        .map(lineHtml)
        .join('\n'),
    );
    if (html === undefined) finishCompiling();
    // The first code in a language compiles its grammar, which may take longer than the code.
    budget.refund(compileMs - compiledBefore);
    if (html !== undefined) return html;
    // A stopped run may leave a rule half compiled.
    shiki.dispose();
    highlighter = undefined;
    loading = new Map();
  }
  return undefined;
}

const UNLIMITED: TimeBudget = {
  run: (work) => work(),
  refund: () => undefined,
  isSpent: () => false,
};

function createHighlighter(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({
      forgiving: true,
      cache: patterns,
      regexConstructor: compilePattern,
    }),
  });
}

function compilePattern(pattern: string): RegExp {
  compiling = { pattern, since: performance.now() };
  try {
    const regex = defaultJavaScriptRegexConstructor(
      pattern.replace(OPTIONAL_LINE_START, '(?:$1|)'),
    );
    // V8 compiles on the first call and again, to faster code, on the second.
    regex.exec('');
    regex.exec('');
    return regex;
  } finally {
    compileMs += performance.now() - compiling.since;
    compiling = undefined;
  }
}

/**
 * Finishes what was stopped while compiling (`finally` doesn't run then): it'd be stopped again.
 */
function finishCompiling(): void {
  if (compiling === undefined) return;
  const { pattern, since } = compiling;
  compileMs += performance.now() - since;
  try {
    patterns.set(pattern, compilePattern(pattern));
  } catch {
    // The engine skips patterns that JavaScript can't express.
  }
}

function loadLanguage(shiki: HighlighterCore, id: string): Promise<unknown> {
  let promise = loading.get(id);
  if (!promise) {
    const language = LANGUAGES[id];
    promise = language ? shiki.loadLanguage(language.load) : Promise.resolve();
    loading.set(id, promise);
  }
  return promise;
}
