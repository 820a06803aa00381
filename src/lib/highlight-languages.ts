import type { LanguageInput } from 'shiki/core';

interface Language {
  label: string;
  load: LanguageInput;
}

export const LANGUAGES: Record<string, Language> = {
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

/** Returns the id of a `data-language`, or `undefined` if it's plain text or unknown. */
export function languageOf(name: string | undefined): string | undefined {
  const key = name?.toLowerCase() ?? '';
  const id = ALIASES[key] ?? key;
  return Object.hasOwn(LANGUAGES, id) ? id : undefined;
}

/** Returns the display name of a language: "C#" for `csharp`, "Code" for unknown ones. */
export function languageLabel(name: string | undefined): string {
  const id = languageOf(name);
  return (id && LANGUAGES[id]?.label) || 'Code';
}
