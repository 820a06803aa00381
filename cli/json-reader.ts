import { createReadStream } from 'node:fs';
import { CommandError } from './terminal.ts';

/** MongoDB limits documents to 16 MiB; as JSON they can be longer. */
const MAX_VALUE_LENGTH = 64 * 1024 * 1024;
const SPACE = /\s/;
const BARE_END = /[\s,\]}]/g;
const STRUCTURE = /["{}[\]]/g;
const STRING_STOP = /["\\]/g;

export interface Member {
  key: string;
  value: unknown;
  /** Whether the value is one element of an array. */
  inArray: boolean;
}

/**
 * Reads a JSON file of any length value by value. Only one value is in memory at a time. Methods
 * throw a CommandError with the file and the character for invalid JSON. (@streamparser/json took
 * three times the memory and five times as long for 80 MB.)
 */
export class JsonReader {
  readonly #path: string;
  readonly #chunks: AsyncIterator<string>;
  /** The part of the file in memory, the position in it, and how much came before. */
  #text = '';
  #at = 0;
  #before = 0;

  constructor(path: string) {
    this.#path = path;
    this.#chunks = readText(path)[Symbol.asyncIterator]();
  }

  async *documents(): AsyncGenerator<unknown> {
    const isArray = (await this.#peek()) === '[';
    if (isArray) yield* this.#elements();
    else while ((await this.#peek()) !== '') yield await this.#value();
    if ((await this.#peek()) !== '') throw this.#invalid('there is text after its end');
  }

  /** Reads the members of one object; of arrays in it, every element. */
  async *members(): AsyncGenerator<Member> {
    await this.#take('{');
    for (let first = true; (await this.#peek()) !== '}'; first = false) {
      if (!first) await this.#take(',');
      const key = await this.#value();
      if (typeof key !== 'string') throw this.#invalid('a member has no name');
      await this.#take(':');
      if ((await this.#peek()) !== '[') yield { key, value: await this.#value(), inArray: false };
      else for await (const value of this.#elements()) yield { key, value, inArray: true };
    }
    await this.#take('}');
    if ((await this.#peek()) !== '') throw this.#invalid('there is text after its end');
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
    this.#before += this.#at;
    this.#at = 0;
    if (this.#text.length > MAX_VALUE_LENGTH) throw this.#invalid('a value is too long');
    return true;
  }

  /** Returns the next character that isn't white space, or '' at the end. */
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
    if (found === '') throw this.#invalid('it ends in the middle');
    if (found !== expected) {
      throw this.#invalid(`expected "${expected}", found ${JSON.stringify(found)}`);
    }
    this.#at++;
  }

  async #value(): Promise<unknown> {
    const first = await this.#peek();
    if (first === '') throw this.#invalid('it ends in the middle');
    const length =
      first === '{' || first === '[' || first === '"'
        ? await this.#lengthOfNested()
        : await this.#lengthOfBare();
    const text = this.#text.slice(this.#at, this.#at + length);
    try {
      const value: unknown = JSON.parse(text);
      this.#at += length;
      return value;
    } catch (error) {
      throw this.#invalid((error as Error).message);
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
        if (!(await this.#more())) throw this.#invalid('it ends in the middle');
        continue;
      }
      length = stop.index + 1 - this.#at;
      if (stop[0] === '\\') {
        while (this.#at + length >= this.#text.length) {
          if (!(await this.#more())) throw this.#invalid('it ends in the middle');
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

  #invalid(why: string): CommandError {
    const position = this.#before + this.#at + 1;
    return new CommandError(`${this.#path} isn't valid JSON at character ${position}: ${why}.`);
  }
}

async function* readText(path: string): AsyncGenerator<string> {
  // Some tools write a byte order mark, which TextDecoder removes.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`File not found: ${path}.`);
    if (code === 'EISDIR') throw new CommandError(`${path} is a folder.`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new CommandError(`${path} isn't UTF-8 text.`, { cause: error });
    }
    throw error;
  }
}
