import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import { useSettings } from './useSettings.ts';

/** The WebSub hub, which tells feed readers about new posts at once. */
export function FeedSettings() {
  const { settings, change } = useSettings();
  return (
    <Panel title="Feeds" query={settings} skeleton={<RowsSkeleton count={1} picture="" />}>
      {({ webSubHub }) => (
        <HubForm
          // The server's value replaces what was typed once it's saved.
          key={webSubHub}
          hub={webSubHub}
          busy={change.isPending}
          onSave={(hub) => change.mutate({ webSubHub: hub })}
        />
      )}
    </Panel>
  );
}

interface Props {
  hub: string;
  busy: boolean;
  onSave: (hub: string) => void;
}

function HubForm({ hub, busy, onSave }: Props) {
  const [typed, setTyped] = useState(hub);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(typed.trim());
  };
  return (
    <form className="grid max-w-136 gap-4" noValidate onSubmit={save}>
      <Field
        label="WebSub hub"
        name="webSubHub"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        hint="Inkwell notifies this hub about each new post, so feed readers can show it right away. Leave this empty to turn it off."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        busy={busy}
        busyLabel="Saving..."
        disabled={typed.trim() === hub}
      >
        Save Hub
      </Button>
    </form>
  );
}
