import { pageValues } from '../../../lib/page-values.ts';
import { SelectField } from '../../ui/Field.tsx';

/** The languages to choose from, as BCP 47 tags. Imported posts may have others. */
const LANGUAGES =
  'af ar az be bg bn bs ca cs cy da de el en en-GB en-US eo es es-MX et eu fa fi fil fr fr-CA ga gl gu ' +
  'he hi hr hu hy id is it ja ka kk km kn ko ky la lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ' +
  'ps pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yi zh-Hans zh-Hant zu';

const names = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (tag: string) => names.of(tag) ?? tag;

interface Props {
  /** Empty: the site's language. */
  language: string;
  onChange(language: string): void;
}

export function LanguageField({ language, onChange }: Props) {
  const tags = new Set(LANGUAGES.split(' '));
  if (language !== '') tags.add(language);
  const options = [...tags]
    .map((tag) => ({ tag, name: nameOf(tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <SelectField
      label="Language"
      value={language}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">The site's language ({nameOf(pageValues().language)})</option>
      {options.map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
