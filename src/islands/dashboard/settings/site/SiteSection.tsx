import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Site } from '../../../../../api/contract/site.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SaveRow } from '../SaveRow.tsx';
import { type Failure, failureOf } from './failure.ts';
import { SiteFieldControl } from './SiteFieldControl.tsx';
import {
  type FieldValue,
  fieldValue,
  type SiteSectionFields,
  sectionId,
  unsavedIn,
} from './site-fields.ts';
import type { useUnsaved } from './useSite.ts';

interface Props {
  section: SiteSectionFields;
  site: Site;
  unsaved: ReturnType<typeof useUnsaved>;
  /** How far a change is applied, where it was saved. */
  status: ReactNode;
  onSave: () => void;
}

/** One section of the site's settings. Saving sends only what was changed in it. */
export function SiteSection({ section, site, unsaved, status, onSave }: Props) {
  const { title, fields } = section;
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const changes = unsavedIn(fields, site, unsaved.values);
  const isChanged = Object.keys(changes).length > 0;
  useEffect(() => {
    if (failure?.path)
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus();
  }, [failure]);
  const currentOf = (path: string) => changes[path] ?? fieldValue(site, path);
  const set = (path: string, value: FieldValue) => {
    setFailure(null);
    unsaved.set(path, value);
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setFailure(null);
    setIsSaving(true);
    onSave();
    try {
      await unsaved.save(changes);
    } catch (error) {
      setFailure(failureOf(error, fields));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <section id={sectionId(title)} aria-labelledby={titleId} className="panel px-5 pt-3 pb-4">
      <h2 id={titleId} className="font-sans font-semibold text-base leading-11 tracking-normal">
        {title}
      </h2>
      <form ref={form} noValidate className="grid max-w-xl grid-cols-1 gap-5" onSubmit={save}>
        {fields.map((field) => (
          <SiteFieldControl
            key={field.path}
            field={field}
            value={currentOf(field.path)}
            currentOf={currentOf}
            error={failure?.path === field.path ? failure : undefined}
            onChange={(value) => set(field.path, value)}
          />
        ))}
        {failure && failure.path === null && <Alert>{failure.text}</Alert>}
        <SaveRow
          isChanged={isChanged}
          isSaving={isSaving}
          isBusy={unsaved.isSaving}
          onDiscard={() => {
            setFailure(null);
            unsaved.discard(fields.map(({ path }) => path));
          }}
        />
        {status}
      </form>
    </section>
  );
}
