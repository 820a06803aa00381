import { AdminData } from '../data.tsx';
import { AccountSettings } from './AccountSettings.tsx';
import { EmailSettings } from './EmailSettings.tsx';
import { ViewSettings } from './ViewSettings.tsx';

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
        <div className="mt-5">
          <ViewSettings />
        </div>
      </section>
    </AdminData>
  );
}
