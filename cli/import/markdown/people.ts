import type { RawRecord } from '../../import-sources.ts';
import { stableId } from '../ids.ts';
import { personRecord } from '../people.ts';
import type { SourceContext } from '../source.ts';
import type { FileComment } from './comments.ts';
import type { Entry } from './entries.ts';
import { isRecord } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';
import { textOf } from './values.ts';

/** Accounts of authors and commenters. */
export class People {
  readonly #site: MarkdownSite;
  readonly #context: SourceContext;
  /** By the name of an author. */
  readonly #authors = new Map<string, string>();
  readonly #records = new Map<string, RawRecord>();

  constructor(site: MarkdownSite, context: SourceContext) {
    this.#site = site;
    this.#context = context;
  }

  /** The accounts that this site doesn't have. */
  get records(): RawRecord[] {
    return [...this.#records.values()];
  }

  /** Returns the id of the account of a post. */
  async author({ fields, date, id: postId }: Entry): Promise<string> {
    const [name = '', ...others] = fields.list('authors', 'author');
    if (others.length > 0) {
      this.#context.report.add(
        'post',
        postId,
        'Other authors were left out: a post has one.',
        others,
      );
    }
    const { author, accountOf } = this.#context;
    const email = fields.text('author.email', 'author_email');
    const account = email === '' ? undefined : await accountOf(email);
    if (account) return account.id;
    if (name === '' && author) return author.id;
    return this.#authorNamed(name || nameOfSite(this.#site), date);
  }

  #authorNamed(name: string, date: number): string {
    const known = this.#authors.get(name);
    if (known !== undefined) return known;
    const id = stableId('markdown-author', this.#site.root, name);
    this.#authors.set(name, id);
    this.#add(id, { name, role: 'author', date });
    return id;
  }

  /** Returns the id of the account of a comment: one per name and email. */
  commenter({ name, email, date }: FileComment): string {
    const id = stableId('markdown-reader', this.#site.root, `${name}\n${email}`);
    if (!this.#records.has(id)) this.#add(id, { name, role: 'reader', date: date ?? 0 });
    return id;
  }

  #add(
    id: string,
    { name, role, date }: { name: string; role: 'author' | 'reader'; date: number },
  ) {
    const at = Math.min(date, this.#context.now.getTime());
    this.#records.set(id, personRecord({ id, name, role, createdAt: new Date(at).toISOString() }));
  }
}

function nameOfSite({ config }: MarkdownSite): string {
  const author = isRecord(config.author) ? config.author.name : config.author;
  const params = isRecord(config.params) ? config.params.author : undefined;
  const inParams = isRecord(params) ? params.name : params;
  return textOf(author) || textOf(inParams) || textOf(config.title) || 'Author';
}
