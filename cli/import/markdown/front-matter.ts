import { parse as parseToml, TomlError } from 'smol-toml';
import { isAlias, parseDocument, visit } from 'yaml';
import { CommandError } from '../../terminal.ts';

/** Anchors and aliases repeat a few values at most. A thousand of them are an attack. */
const MAX_ALIASES = 100;

/** The properties of a file, and its text. */
export interface Matter {
  fields: Record<string, unknown>;
  body: string;
}

/**
 * Splits a file into its front matter (YAML between `---`, TOML between `+++`, or a JSON object)
 * and its text. Throws a CommandError with the file and the line if the front matter is broken.
 */
export function splitFrontMatter(source: string, name: string): Matter {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [yaml, yamlText] = /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)/.exec(text) ?? [];
  // Without a property, it's just text between two dividers.
  if (yaml !== undefined && /^\s*(?:#.*|)$|^["']?[^\s:#][^:\n]*:(?:\s|$)/m.test(yamlText ?? '')) {
    const fields = parseYaml(yamlText ?? '', { name, firstLine: 2 });
    if (fields === null || isRecord(fields)) {
      return { fields: fields ?? {}, body: text.slice(yaml.length) };
    }
  }
  const [toml, tomlText] = /^\+\+\+[ \t]*\n((?:[^\n]*\n)*?)\+\+\+[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (toml !== undefined) {
    return {
      fields: tomlOf(tomlText ?? '', { name, firstLine: 2 }),
      body: text.slice(toml.length),
    };
  }
  const [json] = /^\{\n(?:[^\n]*\n)*?\}[ \t]*(?:\n|$)/.exec(text) ?? [];
  const fields = json === undefined ? undefined : jsonOf(json);
  return isRecord(fields) ? { fields, body: text.slice(json?.length) } : { fields: {}, body: text };
}

interface Place {
  /** Of the file, for messages. */
  name: string;
  /** The line of the file where the text starts. */
  firstLine?: number;
}

/**
 * Parses YAML as plain data. Throws a CommandError with the line for broken YAML, tags such as
 * `!!js/function`, and anchors that multiply.
 */
export function parseYaml(text: string, { name, firstLine = 1 }: Place): unknown {
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent', uniqueKeys: false });
  const [error] = document.errors;
  if (error) {
    const line = (error.linePos?.[0].line ?? 1) + firstLine - 1;
    throw new CommandError(`${name}, line ${line}: invalid YAML. ${firstSentence(error.message)}`);
  }
  let aliases = 0;
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) aliases++;
      if (
        node.tag?.startsWith('!') ||
        /^tag:(?!yaml\.org,2002:(?:str|int|float|bool|null|map|seq|timestamp|binary|set|omap)$)/.test(
          node.tag ?? '',
        )
      ) {
        throw new CommandError(`${name}: the YAML tag ${node.tag} isn't allowed.`);
      }
    },
  });
  if (aliases > MAX_ALIASES) {
    throw new CommandError(
      `${name}: ${aliases} YAML aliases are too many. At most ${MAX_ALIASES} are allowed.`,
    );
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw new CommandError(`${name}: the YAML anchors repeat too much.`);
  }
}

/** Parses TOML as plain data. Throws a CommandError with the line for broken TOML. */
export function tomlOf(text: string, { name, firstLine = 1 }: Place): Record<string, unknown> {
  try {
    return plainDates(parseToml(text)) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const line = error.line + firstLine - 1;
    throw new CommandError(`${name}, line ${line}: invalid TOML. ${firstSentence(error.message)}`);
  }
}

/** Returns TOML's dates as text, like those of YAML. */
function plainDates(value: unknown): unknown {
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map(plainDates);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainDates(each)]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text may begin with a brace.
    return undefined;
  }
}

function firstSentence(message: string): string {
  return `${message.split(/\n| at line /)[0]?.replace(/[.:]$/, '')}.`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
