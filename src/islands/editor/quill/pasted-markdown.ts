/** A line that starts or ends fenced code. */
const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)[^`]*$/;
const HEADING = /^ {0,3}#{2,6}[ \t]+[^\s#]/;
const TITLE = /^ {0,3}#[ \t]+[^\s#]/;
const UNDERLINE = /^(={3,}|-{3,})\s*$/;
const ITEM = /^\s*(?:([-*+])|(\d{1,3})([.)]))[ \t]+\S/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]/;
const TASK = /^\s*(?:[-*+]|\d{1,3}[.)])[ \t]+\[[ xX]\][ \t]+\S/;
const QUOTE = /^ {0,3}>[ \t]?\S/;
const DIVIDER = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]+\S/;

const ADDRESS =
  '(?:https?://|mailto:|www\\.|/|#|\\.\\.?/)[^)\\s]*|[\\w./-]+\\.(?:md|html?|png|jpe?g|gif|svg|webp|avif|pdf)(?:#[^)\\s]*)?';
/** Marks inside a line. Each counts. */
const INLINE = [
  new RegExp(`\\[[^[\\]\\n]+\\]\\(<?(?:${ADDRESS})>?(?:\\s+"[^"\\n]*")?\\)`, 'g'),
  /\[\^[\w-]+\]/g,
  /(?<![*\w/])\*\*\*(?=[^\s*/])[^*\n]*[^\s*/]\*\*\*(?![*\w])/g,
  /(?<![*\w/])\*\*(?=[^\s*/])[^*\n]*[^\s*/]\*\*(?![*\w])/g,
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])\*\*(?=[^\s*/])[^*\n]*[^\s*/]\*\*/gu,
  /(?<![\w~])~~(?=[^\s~])[^~\n]*[^\s~]~~(?!\w)/g,
  /(?<![*\w/.\\])\*(?=[^\s*/.])[^*\n]*[^\s*/.(]\*(?![*\w/]|\.\w)/g,
  /(?<![\w/.])_(?=[^\s_])[^_\n]*[^\s_]_(?!\w)/g,
  /(?<![`\w])`[^`\n]+`(?![`\w])/g,
];

/** Lines of programs, terminals, logs, configurations, mails and data. */
const FOREIGN = [
  /[;{}\\]\s*$|^\s*[})\]]+[;,)]*\s*$/,
  /^\s*(?:\/\/|\/\*|\*\/|<!--|<\/?[a-z][^>]*>\s*$|\* @\w)/i,
  /^\s*(?:import|from|def|class|function|const|let|var|public|private|static|return|package|using|elif|except|raise|fn|func|type|struct|enum)\b.*[({=;:"'<]/,
  /^\s*(?:if|for|while|else|try|with|switch|do)\b.*[({:]\s*$|^\s*(?:fi|done|esac|endif|then)$/,
  /^\s*[\w.$[\]'"]+\s*(?::=|<-|[-+*/|]?=)\s*\S/,
  /^\s*[\w.]+\(.*\)\s*$|^\s*;;|^\s*\((?:def\w*|set[fq!]|let|lambda)\b/,
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|FROM|WHERE|RUN|COPY|CMD|ENTRYPOINT|WORKDIR|ENV)\b/,
  /^\s*@[\w.]+(?:\(|$)|^\s*#\s*(?:include|define|ifdef|ifndef|endif|pragma|undef)\b|^#!/,
  /^\s*(?:\$|>>>|\.\.\.|PS [A-Z]:\\|[\w.-]+@[\w.-]+[: ].*[$#%])\s/,
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\b|at \S+\()/,
  /^(?:diff --git|@@ |index [\da-f]+\.\.|\+\+\+ |--- [ab]\/|commit [\da-f]{7,})/,
  /^[\d*/,-]+(?: [\d*/,-]+){4} \S|^[|\\/ *]+ [\da-f]{7,}\b/,
];
const MAIL =
  /^(?:From|To|Cc|Subject|Sent|Reply-To|Message-ID): |(?:wrote|writes|schrieb|escribió|a écrit) ?:\s*$/im;
const HISTORY = /^(?:commit [\da-f]{7,40}\b|diff --git )/m;
/** YAML has nothing but keys, items and comments. */
const DATA = /^\s*(?:#.*|-(?:\s.*)?|["']?[a-z_][\w./-]*["']?:(?:\s.*)?|---|\.\.\.)$/;
const DATA_KEY = /^\s*["']?[a-z_][\w./-]*["']?:(?:\s|$)/;
const MARKUP = /^\s*<[!?a-z/][\s\S]*>\s*$/i;
const LATEX = /\\(?:documentclass|section|usepackage|begin\{document)/;

/** With a larger share of such lines, text is taken for a program, a log or a mail. */
const FOREIGN_SHARE = 0.2;

/** Returns whether text is written in Markdown: it has two marks or more, and isn't a program. */
export function isMarkdown(text: string): boolean {
  if ([MARKUP, LATEX, HISTORY].some((pattern) => pattern.test(text))) return false;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  // Mails have quotations, too.
  const { marks, prose } = withoutFences(
    MAIL.test(text) ? lines.filter((line) => !QUOTE.test(line)) : lines,
  );
  const shown = prose.filter((line) => line.trim() !== '');
  const isData =
    shown.every((line) => DATA.test(line)) && shown.some((line) => DATA_KEY.test(line));
  if (marks === 0 && isData) return false;
  const foreign = shown.filter((line) => FOREIGN.some((pattern) => pattern.test(line))).length;
  if (foreign > FOREIGN_SHARE * shown.length) return false;
  return marks + lineMarks(prose) + inlineMarks(prose) >= 2;
}

/**
 * Returns the cells of text that is nothing but a table in Markdown, or `null`. The marks in the
 * cells stay.
 */
export function cellsOfMarkdownTable(text: string): string[][] | null {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const isTable = TABLE_RULE.test(lines[1] ?? '') && lines.every((line) => line.includes('|'));
  if (!isTable) return null;
  return lines.toSpliced(1, 1).map((line) => {
    const row = line.trim().replace(/^\||(?<!\\)\|$/g, '');
    return row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
  });
}

/** Each fence is a mark. What is between them is code. */
function withoutFences(lines: readonly string[]): { marks: number; prose: string[] } {
  const prose: string[] = [];
  /** The characters of the open fence. */
  let open = '';
  let marks = 0;
  for (const line of lines) {
    const fence = FENCE.exec(line)?.[1] ?? '';
    const isFence = fence !== '' && (open === '' || (fence.startsWith(open) && !/\w/.test(line)));
    if (isFence) {
      open = open === '' ? fence : '';
      marks += 1;
    }
    if (isFence) prose.push('');
    else if (open === '') prose.push(line);
  }
  return { marks, prose };
}

function lineMarks(lines: readonly string[]): number {
  let marks = 0;
  // Lines with more indentation are code.
  const hasList = lines.some((line) => LIST.test(line));
  const isBlank = (index: number) => (lines[index] ?? '').trim() === '';
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1] ?? '';
    if (HEADING.test(line) || TASK.test(line) || DEFINITION.test(line)) marks++;
    else if (TITLE.test(line))
      marks += isBlank(index - 1) && (index === 0 || isBlank(index + 1)) ? 1 : 0;
    else if (TABLE_RULE.test(line)) marks += before.includes('|') ? 2 : 0;
    else if (UNDERLINE.test(line) && !isBlank(index - 1)) marks += isBlank(index + 1) ? 1 : 0;
    else if (DIVIDER.test(line)) marks += isBlank(index - 1) && isBlank(index + 1) ? 1 : 0;
    else if (QUOTE.test(line)) marks += QUOTE.test(before) ? 0 : 1;
    else if (hasList && isNextItem(lines, index)) marks++;
  }
  return marks;
}

/** Returns whether a line is an item of a list that has more than one. */
function isNextItem(lines: readonly string[], index: number): boolean {
  const own = ITEM.exec(lines[index] ?? '');
  if (!own) return false;
  return [-1, 1].some((step) => {
    let at = index + step;
    // Blank lines and indented ones can be between two items.
    while (
      at >= 0 &&
      at < lines.length &&
      /^\s*$|^\s{2,}(?![-*+\s]|\d+[.)])/.test(lines[at] ?? '')
    ) {
      at += step;
    }
    const other = ITEM.exec(lines[at] ?? '');
    if (!other) return false;
    return own[1] === undefined
      ? other[3] === own[3] && (other[2] === own[2] || Number(other[2]) === Number(own[2]) + step)
      : other[1] === own[1] || /^\s+/.test(lines[Math.max(at, index)] ?? '');
  });
}

function inlineMarks(lines: readonly string[]): number {
  const text = lines.join('\n');
  return INLINE.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}
