import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { setPageValues } from '../../../lib/page-values.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type Failure, failureOf } from '../settings/site/failure.ts';
import { SiteFieldControl } from '../settings/site/SiteFieldControl.tsx';
import { SECTIONS } from '../settings/site/sections.ts';
import { fieldValue, unsavedIn } from '../settings/site/site-fields.ts';
import { type StoredSite, useSite, useUnsaved } from '../settings/site/useSite.ts';
import { StepActions, StepButtons } from './StepButtons.tsx';
import type { StepProps } from './step-props.ts';

const FIELDS = SECTIONS.flatMap(({ fields }) => fields).filter(({ path }) =>
  ['name', 'tagline'].includes(path),
);

/** The name and the tagline of the site, as in its settings. */
export function SiteStep(props: StepProps) {
  const site = useSite();
  return (
    <>
      <Loaded compact query={site} skeleton={<RowsSkeleton count={2} picture="" />}>
        {(stored) => <SiteForm stored={stored} {...props} />}
      </Loaded>
      {!site.data && <StepActions onSkip={props.onDone} isLeaving={props.isLeaving} />}
    </>
  );
}

function SiteForm({
  stored,
  user,
  onRename,
  onDone,
  isLeaving,
}: StepProps & { stored: StoredSite }) {
  const { site } = stored;
  const unsaved = useUnsaved(user._id, stored);
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const changes = unsavedIn(FIELDS, site, unsaved.values);
  const currentOf = (path: string) => changes[path] ?? fieldValue(site, path);
  useEffect(() => {
    setPageValues(site);
    onRename(site.name);
  }, [site, onRename]);
  useEffect(() => {
    if (failure?.path) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setFailure(null);
    try {
      if (Object.keys(changes).length > 0) await unsaved.save(changes);
      onDone();
    } catch (error) {
      setFailure(failureOf(error, FIELDS));
    }
  };
  const skip = () => {
    unsaved.discard(FIELDS.map(({ path }) => path));
    onDone();
  };
  return (
    <form ref={form} noValidate onSubmit={save}>
      <div className="mt-4 grid gap-5">
        {FIELDS.map((field) => (
          <SiteFieldControl
            key={field.path}
            field={field}
            value={currentOf(field.path)}
            currentOf={currentOf}
            error={failure?.path === field.path ? failure : undefined}
            onChange={(value) => {
              setFailure(null);
              unsaved.set(field.path, value);
            }}
          />
        ))}
      </div>
      {failure && failure.path === null && <Alert className="mt-4">{failure.text}</Alert>}
      <StepButtons
        type="submit"
        label="Save and continue"
        busyLabel="Saving..."
        busy={unsaved.isSaving}
        onSkip={skip}
        isLeaving={isLeaving}
      />
    </form>
  );
}
