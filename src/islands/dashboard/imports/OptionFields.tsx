import { IMPORT_SYSTEMS, type ImportOptions } from '../../../../api/contract/imports.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';

interface Props {
  options: ImportOptions;
  /** Whether to mark incomplete addresses. */
  isChecked: boolean;
  onChange: (options: ImportOptions) => void;
}

export function OptionFields({ options, isChecked, onChange }: Props) {
  const set = (changes: Partial<ImportOptions>) => onChange({ ...options, ...changes });
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 @xl:grid-cols-2">
        <Field
          label="Address of the old site"
          hint="Only needed if the export doesn’t have it."
          placeholder="https://old.example.com"
          {...ADDRESS}
          error={isChecked ? addressError(options.baseUrl) : undefined}
          value={options.baseUrl ?? ''}
          onChange={({ target }) => set({ baseUrl: target.value.trim() || null })}
        />
        <Field
          label="Address of the old site’s sitemap"
          hint="Used to check that all of its pages lead somewhere here."
          placeholder="https://old.example.com/sitemap.xml"
          {...ADDRESS}
          error={isChecked ? addressError(options.sitemap) : undefined}
          value={options.sitemap ?? ''}
          onChange={({ target }) => set({ sitemap: target.value.trim() || null })}
        />
        <Field
          label="Author for posts without one"
          hint="A username on this site."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={options.author ?? ''}
          onChange={({ target }) => set({ author: target.value.trim() || null })}
        />
        <div className="@xl:pt-6">
          <CheckField
            checked={options.pictures === 'fetch'}
            hint="Otherwise, they stay there and disappear with the old site."
            onChange={(checked) => set({ pictures: checked ? 'fetch' : 'link' })}
          >
            <span className="font-semibold">Copy pictures from the old site</span>
          </CheckField>
        </div>
      </div>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          More options
        </summary>
        <div className="mt-2 grid gap-4">
          <div className="max-w-xl">
            <SelectField
              label="System"
              value={options.from ?? ''}
              onChange={({ target }) =>
                set({ from: IMPORT_SYSTEMS.find(([id]) => id === target.value)?.[0] ?? null })
              }
            >
              <option value="">Detect automatically</option>
              {IMPORT_SYSTEMS.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <CheckField
            className="max-w-prose"
            checked={options.merge}
            hint="Gives authors the account here that has their email, even if that email was never verified. Only use this if you know who registered these accounts."
            onChange={(merge) => set({ merge })}
          >
            <span className="font-semibold">Merge authors into unverified accounts</span>
          </CheckField>
        </div>
      </details>
    </div>
  );
}

/** What's wrong with an optional address, if anything. */
export function addressError(address: string | null): string | undefined {
  const isComplete = address === null || /^https?:$/.test(URL.parse(address)?.protocol ?? '');
  return isComplete ? undefined : 'Enter a complete address that begins with https://.';
}

const ADDRESS = {
  type: 'url',
  inputMode: 'url',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const;
