import { Icon } from '../../../icons/Icon.tsx';
import { useSecondFactor } from '../data.tsx';
import { TabLink } from '../tabs.tsx';

/** Reminds administrators who have neither a passkey nor two-step verification. */
export function SecondFactorNotice() {
  const { data } = useSecondFactor();
  if (!data || data.totp || data.passkeys > 0) return null;
  return (
    <section
      aria-label="Account security"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-accent-soft px-5 py-3 xl:col-span-3"
    >
      <Icon name="shield" size={18} className="shrink-0 text-accent" />
      <p className="min-w-0 grow basis-52 text-sm">
        {data.missing
          ? 'This site requires a passkey or two-step verification for administrators. Set one up to work in the dashboard.'
          : 'Your password alone opens this dashboard. Add a passkey or two-step verification.'}
      </p>
      <TabLink tab="profile" query={{ view: 'security' }} className="btn btn-secondary btn-small">
        Set up
      </TabLink>
    </section>
  );
}
