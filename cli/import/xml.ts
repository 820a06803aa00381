import { createReadStream } from 'node:fs';
import sax from 'sax';
import { CommandError } from '../terminal.ts';

/** An element with everything inside. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** Excluding the text of child elements. */
  text: string;
  children: XmlElement[];
}

/** Maximum length of an `<item>`, which is read into memory. Posts are far smaller. */
const MAX_ELEMENT_LENGTH = 64 * 1024 * 1024;

interface Shape {
  /** The outermost element. */
  root: string;
  /** How many elements enclose those that are read. */
  depth: number;
  /** Beginnings of parser errors that exporters are known to cause. */
  tolerates?: RegExp;
}

/**
 * Reads the elements of an XML file one by one, so that a file of any size needs little memory.
 * Throws a CommandError with the line for XML that isn't well-formed, and for custom entities,
 * which can be bombs or read other files.
 */
export async function* xmlElements(path: string, shape: Shape): AsyncGenerator<XmlElement> {
  const collector = new Collector(path, shape);
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 64 * 1024 });
  let isFirst = true;
  for await (const chunk of stream) {
    // Some exporters write something before the declaration, mostly empty lines.
    const text = isFirst ? (chunk as string).replace(/^[^<]{0,100}(?=<\?xml)/, '') : chunk;
    isFirst = false;
    collector.write(text as string);
    yield* collector.take();
  }
  collector.close();
  yield* collector.take();
}

/** Longer texts are content, which isn't kept in memory. */
const MAX_COPIED_LENGTH = 10_000;

/** Returns a copy of a text. Otherwise, a title would keep its part of the file in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

class Collector {
  readonly #path: string;
  readonly #shape: Shape;
  readonly #parser = sax.parser(true, { position: true });
  readonly #open: XmlElement[] = [];
  #done: XmlElement[] = [];
  #length = 0;
  #hasRoot = false;

  constructor(path: string, shape: Shape) {
    this.#path = path;
    this.#shape = shape;
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#start(name, attributes);
    parser.onclosetag = () => this.#end();
    parser.ontext = (text) => this.#add(text);
    parser.oncdata = (text) => this.#add(text);
    parser.ondoctype = (doctype) => {
      if (/\[|<!ENTITY|\b(?:SYSTEM|PUBLIC)\b/i.test(doctype))
        throw this.#error('it declares entities or reads other files, which Inkwell refuses.');
    };
    parser.onerror = (error) => this.#recover(error);
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  close(): void {
    this.#parser.close();
    if (!this.#hasRoot) throw this.#error(`it has no <${this.#shape.root}>.`);
  }

  take(): XmlElement[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #start(name: string, attributes: object): void {
    const { root, depth } = this.#shape;
    if (!this.#hasRoot && name !== root) {
      throw this.#error(`it begins with <${name}>, not <${root}>.`);
    }
    this.#hasRoot = true;
    const element = { name, attributes: { ...attributes }, text: '', children: [] };
    if (this.#open.length > depth) this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
    this.#count(name.length);
  }

  #end(): void {
    const element = this.#open.pop();
    if (element && element.text.length <= MAX_COPIED_LENGTH) element.text = copyOf(element.text);
    if (!element || this.#open.length !== this.#shape.depth) return;
    this.#done.push(element);
    this.#length = 0;
  }

  #add(text: string): void {
    const element = this.#open.at(-1);
    if (!element || this.#open.length <= this.#shape.depth) return;
    element.text += text;
    this.#count(text.length);
  }

  #count(length: number): void {
    this.#length += length;
    if (this.#length > MAX_ELEMENT_LENGTH) throw this.#error('an item is larger than 64 MB.');
  }

  /** Exporters forget to write `&amp;` in addresses. Such an `&` stays as it is. */
  #recover(error: Error): void {
    const [what = ''] = error.message.split('\n');
    const isKnown = /^Invalid character(?: in)? entity/.test(what);
    if (!isKnown && !this.#shape.tolerates?.test(what)) {
      throw this.#error(`it isn't well-formed XML: ${what}.`);
    }
    // As the documentation of sax says: an error that's cleared lets the parser continue.
    Object.assign(this.#parser, { error: null });
    this.#parser.resume();
  }

  #error(why: string): CommandError {
    return new CommandError(`${this.#path}, line ${this.#parser.line + 1}: ${why}`);
  }
}

/** Returns the text of a child, without the white space around it. Empty if there is none. */
export function textIn(element: XmlElement, name: string): string {
  return childIn(element, name)?.text.trim() ?? '';
}

/** Returns the text of a child as it is in the file. */
export function rawTextIn(element: XmlElement, name: string): string {
  return childIn(element, name)?.text ?? '';
}

function childIn({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((child) => child.name === name);
}

export function childrenIn({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}
