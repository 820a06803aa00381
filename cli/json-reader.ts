import { createReadStream } from 'node:fs';
import { CommandError } from './failure.ts';

/** MongoDB keeps documents up to 16 MiB; as JSON each may be somewhat longer. */
const MAX_VALUE_LENGTH = 64 * 1024 * 1024;
const SPACE = /\s/;
const BARE_END = /[\s,\]}]/g;
const STRUCTURE = /["{}[\]]/g;
const STRING_STOP = /["\\]/g;

/** A value of a JSON text, and the member of the outermost object that it stands in. */
export interface Member {
  key: string;
  value: unknown;
  /** The value is one element of an array. */
  inArray: boolean;
}

/**
 * Reads JSON value by value: memory holds one of them, however long the file is. Methods throw a
 * CommandError, which names the file, for what is not JSON.
 */
export class JsonReader {
  readonly #path: string;
  readonly #chunks: AsyncIterator<string>;
  #text = '';
  #at = 0;

  constructor(path: string) {
    this.#path = path;
    this.#chunks = readText(path)[Symbol.asyncIterator]();
  }

  /** The documents of JSON lines, or of one array. */
  async *documents(): AsyncGenerator<unknown> {
    const isArray = (await this.#peek()) === '[';
    if (isArray) yield* this.#elements();
    else while ((await this.#peek()) !== '') yield await this.#value();
    if ((await this.#peek()) !== '') throw this.#broken('something follows its end');
  }

  /** The members of one object; of a member that is an array, every element. */
  async *members(): AsyncGenerator<Member> {
    await this.#take('{');
    for (let first = true; (await this.#peek()) !== '}'; first = false) {
      if (!first) await this.#take(',');
      const key = await this.#value();
      if (typeof key !== 'string') throw this.#broken('a member has no name');
      await this.#take(':');
      if ((await this.#peek()) !== '[') yield { key, value: await this.#value(), inArray: false };
      else for await (const value of this.#elements()) yield { key, value, inArray: true };
    }
    await this.#take('}');
    if ((await this.#peek()) !== '') throw this.#broken('something follows its end');
  }

  async *#elements(): AsyncGenerator<unknown> {
    await this.#take('[');
    for (let first = true; (await this.#peek()) !== ']'; first = false) {
      if (!first) await this.#take(',');
      yield await this.#value();
    }
    await this.#take(']');
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#text = this.#text.slice(this.#at) + value;
    this.#at = 0;
    if (this.#text.length > MAX_VALUE_LENGTH) throw this.#broken('a value in it is too long');
    return true;
  }

  /** The next character that is not space; empty at the end. */
  async #peek(): Promise<string> {
    for (;;) {
      for (; this.#at < this.#text.length; this.#at++) {
        const character = this.#text.charAt(this.#at);
        if (!SPACE.test(character)) return character;
      }
      if (!(await this.#more())) return '';
    }
  }

  async #take(expected: string): Promise<void> {
    const found = await this.#peek();
    if (found === '') throw this.#broken('it ends in the middle');
    if (found !== expected) {
      throw this.#broken(`"${expected}" is expected where ${JSON.stringify(found)} stands`);
    }
    this.#at++;
  }

  async #value(): Promise<unknown> {
    const first = await this.#peek();
    if (first === '') throw this.#broken('it ends in the middle');
    const length =
      first === '{' || first === '[' || first === '"'
        ? await this.#lengthOfNested()
        : await this.#lengthOfBare();
    const text = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.#broken((error as Error).message);
    }
  }

  async #lengthOfNested(): Promise<number> {
    let length = 0;
    let depth = 0;
    let inString = false;
    for (;;) {
      const pattern = inString ? STRING_STOP : STRUCTURE;
      pattern.lastIndex = this.#at + length;
      const stop = pattern.exec(this.#text);
      if (stop === null) {
        length = this.#text.length - this.#at;
        if (!(await this.#more())) throw this.#broken('it ends in the middle');
        continue;
      }
      length = stop.index + 1 - this.#at;
      if (stop[0] === '\\') {
        while (this.#at + length >= this.#text.length) {
          if (!(await this.#more())) throw this.#broken('it ends in the middle');
        }
        length++;
        continue;
      }
      if (stop[0] === '"') inString = !inString;
      else depth += stop[0] === '{' || stop[0] === '[' ? 1 : -1;
      if (depth === 0 && !inString) return length;
    }
  }

  async #lengthOfBare(): Promise<number> {
    for (let length = 1; ; ) {
      BARE_END.lastIndex = this.#at + length;
      const end = BARE_END.exec(this.#text);
      if (end) return end.index - this.#at;
      length = this.#text.length - this.#at;
      if (!(await this.#more())) return length;
    }
  }

  #broken(why: string): CommandError {
    return new CommandError(`${this.#path} cannot be read as JSON: ${why}.`);
  }
}

async function* readText(path: string): AsyncGenerator<string> {
  // Exports of some tools begin with a byte order mark, which TextDecoder takes away.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no file ${path}.`);
    if (code === 'EISDIR') throw new CommandError(`${path} is a folder.`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new CommandError(`${path} is not text in UTF-8.`, { cause: error });
    }
    throw error;
  }
}
