import { LRUCache } from 'lru-cache';
import {
  createHighlighterCore,
  type HighlighterCore,
  type LanguageInput,
  type ThemedToken,
  type ThemeRegistrationRaw,
} from 'shiki/core';
import {
  createJavaScriptRegexEngine,
  defaultJavaScriptRegexConstructor,
} from 'shiki/engine/javascript';
import { escapeText } from './html.ts';

/**
 * The kinds of token that we tell apart, with the TextMate scopes of each; later ones win. Each becomes a
 * class (`tk-string`), so that one stylesheet colors both themes and no page needs inline styles.
 */
const KINDS = {
  comment: ['comment', 'punctuation.definition.comment', 'string.comment'],
  punctuation: [
    'punctuation',
    'meta.brace',
    'meta.delimiter',
    'keyword.operator.type.annotation',
    'keyword.operator.optional',
  ],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.fenced_code'],
  number: [
    'constant',
    'support.constant',
    'constant.numeric',
    'constant.language',
    'keyword.other.unit',
    'variable.language',
  ],
  keyword: [
    'keyword',
    'storage',
    'storage.type',
    'storage.modifier',
    'punctuation.definition.keyword',
    'markup.italic',
    'keyword.operator.new',
    'keyword.operator.expression',
  ],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.other.inherited-class',
    'support.type.primitive',
    'support.class',
    'support.class.component',
    'support.type.builtin',
  ],
  tag: [
    'entity.name.tag',
    'markup.heading',
    'entity.name.section',
    'entity.name.selector',
    'entity.other.attribute-name.class.css',
    'entity.other.attribute-name.id.css',
    'entity.other.attribute-name.pseudo-class.css',
    'entity.other.attribute-name.pseudo-element.css',
  ],
  property: [
    'entity.other.attribute-name',
    'support.type.property-name',
    'meta.object-literal.key',
    'variable.css',
    'variable.other.property',
    'support.variable.property',
    'entity.name.tag.yaml',
    'variable.parameter',
  ],
  plain: ['keyword.operator', 'meta.template.expression', 'string variable', 'meta.embedded'],
  inserted: ['markup.inserted', 'meta.diff.header.to-file'],
  deleted: ['markup.deleted', 'meta.diff.header.from-file', 'invalid'],
} as const satisfies Record<string, readonly string[]>;

/** A theme whose colors are only marks: #000001 stands for the first kind. */
const MARKS = Object.keys(KINDS);
const markOf = (index: number) => `#${(index + 1).toString(16).padStart(6, '0')}`;
const CLASSES = new Map(
  MARKS.flatMap((kind, index) =>
    kind === 'plain' ? [] : [[markOf(index), `tk-${kind}`] as const],
  ),
);
const THEME: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  fg: '#ffffff',
  bg: '#ffffff',
  settings: [
    { settings: { foreground: '#ffffff', background: '#ffffff' } },
    ...Object.values(KINDS).map((scope, index) => ({
      scope: [...scope],
      settings: { foreground: markOf(index) },
    })),
  ],
};

interface Language {
  label: string;
  load: LanguageInput;
}

const LANGUAGES: Record<string, Language> = {
  javascript: { label: 'JavaScript', load: () => import('shiki/langs/javascript.mjs') },
  typescript: { label: 'TypeScript', load: () => import('shiki/langs/typescript.mjs') },
  jsx: { label: 'JSX', load: () => import('shiki/langs/jsx.mjs') },
  tsx: { label: 'TSX', load: () => import('shiki/langs/tsx.mjs') },
  css: { label: 'CSS', load: () => import('shiki/langs/css.mjs') },
  html: { label: 'HTML', load: () => import('shiki/langs/html.mjs') },
  xml: { label: 'XML', load: () => import('shiki/langs/xml.mjs') },
  json: { label: 'JSON', load: () => import('shiki/langs/json.mjs') },
  bash: { label: 'Shell', load: () => import('shiki/langs/bash.mjs') },
  sql: { label: 'SQL', load: () => import('shiki/langs/sql.mjs') },
  python: { label: 'Python', load: () => import('shiki/langs/python.mjs') },
  php: { label: 'PHP', load: () => import('shiki/langs/php.mjs') },
  java: { label: 'Java', load: () => import('shiki/langs/java.mjs') },
  csharp: { label: 'C#', load: () => import('shiki/langs/csharp.mjs') },
  c: { label: 'C', load: () => import('shiki/langs/c.mjs') },
  docker: { label: 'Dockerfile', load: () => import('shiki/langs/docker.mjs') },
  graphql: { label: 'GraphQL', load: () => import('shiki/langs/graphql.mjs') },
  kotlin: { label: 'Kotlin', load: () => import('shiki/langs/kotlin.mjs') },
  scss: { label: 'SCSS', load: () => import('shiki/langs/scss.mjs') },
  swift: { label: 'Swift', load: () => import('shiki/langs/swift.mjs') },
  toml: { label: 'TOML', load: () => import('shiki/langs/toml.mjs') },
  vue: { label: 'Vue', load: () => import('shiki/langs/vue.mjs') },
  cpp: { label: 'C++', load: () => import('shiki/langs/cpp.mjs') },
  ruby: { label: 'Ruby', load: () => import('shiki/langs/ruby.mjs') },
  go: { label: 'Go', load: () => import('shiki/langs/go.mjs') },
  rust: { label: 'Rust', load: () => import('shiki/langs/rust.mjs') },
  yaml: { label: 'YAML', load: () => import('shiki/langs/yaml.mjs') },
  markdown: { label: 'Markdown', load: () => import('shiki/langs/markdown.mjs') },
  diff: { label: 'Diff', load: () => import('shiki/langs/diff.mjs') },
};

const ALIASES: Record<string, string> = {
  js: 'javascript',
  ts: 'typescript',
  shell: 'bash',
  sh: 'bash',
  py: 'python',
  cs: 'csharp',
  'c++': 'cpp',
  rb: 'ruby',
  rs: 'rust',
  yml: 'yaml',
  md: 'markdown',
};

/** Longer code is shown without colors: no post may hold up the publishing of others. */
const MAX_CODE_LENGTH = 50_000;
const MAX_LINE_LENGTH = 1_000;
const CACHE_BYTES = 16 * 1024 * 1024;
/** Most come from grammars, but some contain text of the code (the end of a here document). */
const MAX_PATTERNS = 10_000;

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

/** The language that a `data-language` means, or undefined when it is plain text or unknown. */
export function languageOf(name: string | undefined): string | undefined {
  const key = name?.toLowerCase() ?? '';
  const id = ALIASES[key] ?? key;
  return Object.hasOwn(LANGUAGES, id) ? id : undefined;
}

/** What a reader calls the language: `csharp` is "C#". Unknown ones are "Code". */
export function languageLabel(name: string | undefined): string {
  const id = languageOf(name);
  return (id && LANGUAGES[id]?.label) || 'Code';
}

/**
 * Code as HTML, with a `<span class="tk-…">` around what has a color of its own. Code in a language that
 * we do not know, or too long to color in time, comes back escaped. Throws nothing.
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
    // A grammar that fails must not keep a post from being published: it is shown without colors.
    console.error(`Could not highlight ${id}: ${(error as Error).message}`);
    return escapeText(code);
  }
}

/** Returns `undefined` when the time is up. */
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
          // The limit of Shiki is looked at only between two matches; `budget` stops a match too.
          tokenizeTimeLimit: 0,
        })
        .map(lineHtml)
        .join('\n'),
    );
    if (html === undefined) finishCompiling();
    // The first code in a language compiles its grammar, which can take longer than the code itself.
    budget.refund(compileMs - compiledBefore);
    if (html !== undefined) return html;
    // What was stopped halfway may have left half a rule behind.
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
    const regex = defaultJavaScriptRegexConstructor(pattern);
    // V8 compiles at the first call, and again, to faster code, at the second.
    regex.exec('');
    regex.exec('');
    return regex;
  } finally {
    compileMs += performance.now() - compiling.since;
    compiling = undefined;
  }
}

/** Work that was stopped while it compiled (not even `finally` runs then) would stop there again. */
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

/** One line; neighbors of one kind share a span, white space never starts a new one. */
function lineHtml(tokens: ThemedToken[]): string {
  let html = '';
  let run = '';
  let runClass: string | undefined;
  const flush = () => {
    if (run !== '')
      html += runClass ? `<span class="${runClass}">${escapeText(run)}</span>` : escapeText(run);
    run = '';
  };
  for (const token of tokens) {
    const blank = token.content.trim() === '';
    const tokenClass = CLASSES.get(token.color?.toLowerCase() ?? '');
    if (!blank && tokenClass !== runClass) {
      flush();
      runClass = tokenClass;
    }
    run += token.content;
  }
  flush();
  return html;
}
