import type { ReactNode } from 'react';
import { AdminData } from '../../data.tsx';
import type { PanelProps } from '../../tabs.tsx';
import { ProfileNav } from '../ProfileNav.tsx';
import { DownloadSection } from './DownloadSection.tsx';
import { EventList } from './EventList.tsx';
import { IdentitySection } from './IdentitySection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoStepSection } from './TwoStepSection.tsx';

/** Where the user is signed in and how they sign in. Each section loads its own data. */
export function SecurityView({ user, passkeys, google }: PanelProps) {
  return (
    <AdminData>
      <section className="max-w-xl" aria-labelledby="security-title">
        <h1 id="security-title" className="text-2xl">
          Security
        </h1>
        <ProfileNav current="security" />
        <Section title="Where you're signed in">
          <SessionList />
        </Section>
        <Section title="Password">
          <PasswordSection user={user} />
        </Section>
        <Section title="Passkeys">
          <PasskeySection isAvailable={passkeys} />
        </Section>
        {(google.enabled || google.others.length > 0) && (
          <Section title="Linked accounts">
            <IdentitySection />
          </Section>
        )}
        <Section title="Two-step verification">
          <TwoStepSection />
        </Section>
        <Section title="Recent events">
          <EventList user={user} />
        </Section>
        <Section title="Your data">
          <DownloadSection />
        </Section>
      </section>
    </AdminData>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8" aria-label={title}>
      <h2 className="mb-3 font-sans font-semibold text-lg">{title}</h2>
      {children}
    </section>
  );
}
