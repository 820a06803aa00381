import { recordPage } from '../../db/queries/changes.ts';
import {
  eachPathRedirect,
  type PathRedirectRow,
  savePathRedirects,
} from '../../db/queries/path-redirects.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { RedirectImport } from '../contract/redirects.ts';
import { REDIRECTS_PATH } from '../contract/urls.ts';
import { BadRequestError } from '../errors.ts';
import { csvDownload, parseCsv } from '../http/csv.ts';
import type { Services } from '../services.ts';
import { type Dependencies, surroundings } from './change.ts';
import { type ImportInput, type RedirectInput, redirectInput } from './input.ts';
import { problemWith, type Surroundings } from './problem.ts';

const COLUMNS = ['from', 'to', 'status'] as const;
/** Maximum number of redirects in a file. Each is checked against the pages on disk. */
const MAX_ROWS = 10_000;
/** More than an owner will read. */
const MAX_REFUSALS = 100;
const MAX_SHOWN_FROM = 300;

/** Streams all redirects as CSV, oldest first. */
export async function exportRedirects({
  database,
}: Pick<Services, 'database'>): Promise<ReadableStream<Uint8Array>> {
  async function* rows(): AsyncGenerator<string[]> {
    for await (const { from, to, status } of eachPathRedirect(database.read)) {
      yield [from, to ?? '', String(status)];
    }
  }
  return await csvDownload(COLUMNS, rows());
}

/**
 * Adds the redirects of a CSV file, in one transaction. Replaces those from the same addresses, and
 * skips those that `addRedirect` would refuse. Throws a BadRequestError if it's another kind of
 * file.
 */
export async function importRedirects(
  services: Dependencies,
  caller: Caller,
  { csv, dryRun }: ImportInput,
): Promise<RedirectImport> {
  const plan = new Plan(services);
  for await (const redirect of eachPathRedirect(services.database.read)) plan.know(redirect);
  for (const { line, raw } of rowsOf(csv)) await plan.add(line, raw);
  const { result, toSave } = plan;
  if (dryRun || toSave.length === 0) return result;
  await writeAs(services, caller, { verb: 'redirect.change' }, async (tx) => {
    const createdAt = services.now();
    const rows = toSave.map((redirect) => ({ ...redirect, createdAt }));
    await savePathRedirects(tx, rows);
    const { added, changed } = result;
    const details = { added, changed };
    await auditAs(tx, services, caller, { action: 'redirect.import', subject: '', details });
    await recordPage(tx, REDIRECTS_PATH, createdAt);
  });
  return result;
}

/** Checks the rows of a file against existing redirects, as if they were added one by one. */
class Plan {
  readonly result: RedirectImport = {
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    refusals: [],
  };
  readonly toSave: RedirectInput[] = [];
  readonly #known = new Map<string, Pick<RedirectInput, 'from' | 'to'> & { status: number }>();
  readonly #lines = new Map<string, number>();
  readonly #surroundings: Surroundings;

  constructor(services: Dependencies) {
    const find = async (path: string, query: string) => this.#find(path, query);
    this.#surroundings = { ...surroundings(services), find };
  }

  /** Adds an existing redirect. */
  know({ from, to, status }: Pick<PathRedirectRow, 'from' | 'to' | 'status'>): void {
    this.#known.set(from, { from, to, status });
  }

  /** Adds a row of the file. */
  async add(line: number, raw: Record<string, unknown>): Promise<void> {
    const { data: input, error } = redirectInput.safeParse(raw);
    const reason = input ? await this.#problemWith(input) : error.issues[0]?.message;
    if (!input || reason !== undefined) return this.#refuse(line, String(raw.from), reason);
    this.#lines.set(input.from, line);
    const before = this.#known.get(input.from);
    if (isSame(before, input)) {
      this.result.unchanged++;
      return;
    }
    this.result[before ? 'changed' : 'added']++;
    this.#known.set(input.from, input);
    this.toSave.push(input);
  }

  async #problemWith(input: RedirectInput): Promise<string | undefined> {
    const line = this.#lines.get(input.from);
    if (line !== undefined) return `Line ${line} already redirects this address.`;
    if (isSame(this.#known.get(input.from), input)) return undefined;
    return await problemWith(input, this.#surroundings);
  }

  #refuse(line: number, from: string, reason = 'This line is not valid.'): void {
    this.result.refused++;
    if (this.result.refusals.length === MAX_REFUSALS) return;
    this.result.refusals.push({ line, from: from.slice(0, MAX_SHOWN_FROM), reason });
  }

  /** Like `findPathRedirect`. */
  #find(path: string, query: string) {
    const exact = this.#known.get(path + query) ?? this.#known.get(path);
    let found = exact;
    for (let end = path.length; !found && end > 0; end--) {
      found = this.#known.get(`${path.slice(0, end)}*`);
    }
    return found;
  }
}

function isSame(
  before: { to: string | null; status: number } | undefined,
  { to, status }: RedirectInput,
): boolean {
  return before?.to === to && before.status === status;
}

/** Returns the rows in the form that `redirectInput` accepts. */
function rowsOf(csv: string): { line: number; raw: Record<string, unknown> }[] {
  const [header, ...rows] = parseCsv(csv);
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  if (!names.includes('from') || !names.includes('to')) {
    throw new BadRequestError('The first line of the file must be: from,to,status');
  }
  if (rows.length > MAX_ROWS) {
    const most = MAX_ROWS.toLocaleString('en-US');
    throw new BadRequestError(
      `A file can have at most ${most} redirects. Split it into smaller files.`,
    );
  }
  return rows.map(({ line, cells }) => {
    const cellOf = (name: string) => cells[names.indexOf(name)]?.trim() ?? '';
    const [from, to, status] = [cellOf('from'), cellOf('to'), cellOf('status')];
    return {
      line,
      raw: { from, to: to || null, status: Number(status || (to === '' ? 410 : 301)) },
    };
  });
}
