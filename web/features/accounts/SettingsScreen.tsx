import type { ReactNode } from 'react';
import { usePage } from '../../platform/page.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ExportPanel } from '../privacy/ExportPanel.tsx';
import { DeviceList } from '../sign-in/DeviceList.tsx';
import { PasswordPanel } from '../sign-in/PasswordPanel.tsx';
import { SecondFactorPanel } from '../sign-in/SecondFactorPanel.tsx';
import { useMember } from './api.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { notificationChoices, privacyChoices } from './display.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

/** What a member decides about mails, safety and privacy. */
export function SettingsScreen() {
  const member = useMember();
  usePage('Settings');
  return (
    <>
      <PageHeading title="Settings" subtitle="Switches are saved at once." />
      <div className="flex flex-col gap-8 lg:gap-10">
        <Section title="Notifications" description="Which mails reach you. Receipts and reset links always do.">
          {notificationChoices.map(({ name, ...choice }) => (
            <SettingSwitch key={name} name={name} isOn={member[name]} {...choice} />
          ))}
        </Section>
        <Section title="Security" description="How you sign in, and where you are signed in now.">
          <PasswordPanel hasPassword={member.hasPassword} />
          <SecondFactorPanel member={member} />
          <DeviceList />
        </Section>
        <Section title="Privacy" description="What is seen and kept of what you do here.">
          {privacyChoices.map(({ name, ...choice }) => (
            <SettingSwitch key={name} name={name} isOn={member[name]} {...choice} />
          ))}
        </Section>
        <Section title="Data & Privacy" description="What is kept of you: take it with you, or end it.">
          <ExportPanel />
          <DeleteAccount hasPassword={member.hasPassword} />
        </Section>
      </div>
    </>
  );
}

type SectionProps = { title: string; description: string; children: ReactNode };

/** A heading with its card: beside each other where there is room. Each child is a row of the card. */
function Section({ title, description, children }: SectionProps) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
      <div className="lg:pt-1">
        <h2>{title}</h2>
        <p className="mt-1 text-sm text-muted-foreground">{description}</p>
      </div>
      <Card isPadded={false} className="lines-between *:px-5 *:py-4 lg:*:px-6">
        {children}
      </Card>
    </section>
  );
}
