import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import { Switch } from './Switch.tsx';
import { useSettings } from './useSettings.ts';

/** Whether views are counted. */
export function ViewSettings() {
  const { settings, change } = useSettings();
  return (
    <Panel title="Views" query={settings} skeleton={<RowsSkeleton count={1} picture="" />}>
      {({ countViews }) => (
        <Switch
          checked={countViews}
          disabled={change.isPending}
          hint="Only numbers per day, post and referring site: no cookies, no addresses. Bots and people who ask not to be tracked aren't counted. What was counted stays when you turn this off."
          onChange={(on) => change.mutate({ countViews: on })}
        >
          Count how often pages are read
        </Switch>
      )}
    </Panel>
  );
}
