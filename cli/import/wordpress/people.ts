import type { RawRecord } from '../../import-sources.ts';
import { personRecord, usernameOf } from '../people.ts';
import type { SourceContext } from '../source.ts';
import type { Item } from './item.ts';
import type { Author, Site } from './site.ts';

const FIRST = Date.parse('2000-01-01T00:00:00Z');

/** The accounts of the people of an export. */
export class People {
  readonly #site: Site;
  readonly #context: SourceContext;
  /** Ids of accounts here, by the login of an author. */
  readonly #ids = new Map<string, string>();

  constructor(site: Site, context: SourceContext) {
    this.#site = site;
    this.#context = context;
  }

  /** Yields an account for everyone who has none here. */
  async *records(): AsyncGenerator<RawRecord> {
    const { accountOf, report, author: given } = this.#context;
    for (const { login, email, name } of this.#site.authors.values()) {
      const account = email === '' ? undefined : await accountOf(email);
      this.#ids.set(login, account?.id ?? this.#site.id('author', login));
      if (account) continue;
      yield this.#record({
        id: this.#site.id('author', login),
        name,
        role: 'author',
        since: FIRST,
      });
    }
    for (const { id, name, since } of this.#site.commenters.values()) {
      yield this.#record({ id, name, role: 'reader', since: since || FIRST });
    }
    if (this.#site.hasUnnamed && !given) {
      yield this.#record({ id: this.#unnamedId, name: 'Author', role: 'author', since: FIRST });
      report.add('source', 'author', 'Posts without an author belong to the account "Author".');
    }
  }

  #record(who: { id: string; name: string; role: 'author' | 'reader'; since: number }): RawRecord {
    const { id, name, role, since } = who;
    const username = usernameOf(name);
    if (username !== name) {
      this.#context.report.add('user', id, `The name became the username "${username}".`, name);
    }
    return personRecord({ id, name, role, createdAt: new Date(since).toISOString() });
  }

  get #unnamedId(): string {
    return this.#site.id('author', '');
  }

  /** Returns the account of an author, or of `--author` if the export names none. */
  idOf(login: string | undefined): string {
    if (login === undefined || login === '') return this.#context.author?.id ?? this.#unnamedId;
    return this.#ids.get(login) ?? this.#site.id('author', login);
  }

  /** Returns the authors of a post in their order. Co-Authors Plus has them as terms. */
  authorsOf({ creator, terms }: Item): Pick<Author, 'login' | 'name'>[] {
    const authors = terms
      .filter(({ taxonomy }) => taxonomy === 'author')
      .map(({ slug, name }) => {
        const login = slug.replace(/^cap-/, '');
        return this.#site.authors.get(login) ?? this.#site.authors.get(name) ?? { login, name };
      });
    const unique = new Map(authors.map((author) => [author.login, author]));
    if (unique.size > 0) return [...unique.values()];
    return [this.#site.authors.get(creator) ?? { login: creator, name: creator }];
  }
}
