import { AdminData } from '../data.tsx';
import { AccountSettings } from './AccountSettings.tsx';
import { EmailSettings } from './EmailSettings.tsx';

export function SettingsTab() {
  return (
    <AdminData>
      <section aria-labelledby="settings-title">
        <h1 id="settings-title" className="text-2xl">
          Settings
        </h1>
        <EmailSettings />
        <div className="mt-5">
          <AccountSettings />
        </div>
      </section>
    </AdminData>
  );
}
