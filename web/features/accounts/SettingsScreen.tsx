import { type ReactNode, useState } from 'react';
import type { Settings } from '#contract/accounts.ts';
import { lazyDialog } from '../../platform/lazy-dialog.ts';
import { usePage } from '../../platform/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { ExportPanel } from '../privacy/ExportPanel.tsx';
import { DeviceList } from '../sign-in/DeviceList.tsx';
import { PasswordPanel } from '../sign-in/PasswordPanel.tsx';
import { SecondFactorPanel } from '../sign-in/SecondFactorPanel.tsx';
import { useMember } from './api.ts';
import { notificationChoices, privacyChoices } from './display.ts';
import { PicturePanel } from './PicturePanel.tsx';
import { useUpdateSetting } from './profile-api.ts';

/** The member's settings for emails, security and privacy. */
export function SettingsScreen() {
  const member = useMember();
  usePage('Settings');
  return (
    <>
      <PageHeading title="Settings" subtitle="Switches are saved at once." />
      <div className="flex flex-col gap-8 lg:gap-10">
        <Section title="Picture" description="Shown beside your name, in the header and on your profile.">
          <PicturePanel member={member} />
        </Section>
        <Section title="Notifications" description="Which emails you get. Receipts and reset links always arrive.">
          {notificationChoices.map(({ name, ...choice }) => (
            <SettingSwitch key={name} name={name} isOn={member[name]} {...choice} />
          ))}
        </Section>
        <Section title="Security" description="How you sign in, and where you are signed in now.">
          <PasswordPanel hasPassword={member.hasPassword} />
          <SecondFactorPanel member={member} />
          <DeviceList />
        </Section>
        <Section title="Privacy" description="Who sees your profile, and what we record of what you do here.">
          {privacyChoices.map(({ name, ...choice }) => (
            <SettingSwitch key={name} name={name} isOn={member[name]} {...choice} />
          ))}
        </Section>
        <Section title="Data & Privacy" description="Get a copy of your data, or delete your account.">
          <ExportPanel />
          <DeleteAccount hasPassword={member.hasPassword} />
        </Section>
      </div>
    </>
  );
}

type SectionProps = { title: string; description: string; children: ReactNode };

/** A heading with its card, side by side on wide screens. Each child is a row of the card. */
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

type SettingSwitchProps = { name: keyof Settings; isOn: boolean; label: string; description: string };

/** A setting that saves at once: shows the new value while saving, and the old one again after a failure. */
function SettingSwitch({ name, isOn, label, description }: SettingSwitchProps) {
  const update = useUpdateSetting(name);
  return (
    <div>
      <Switch
        label={label}
        description={description}
        checked={update.isPending ? update.variables : isOn}
        onChange={(event) => {
          if (!update.isPending) update.mutate(event.currentTarget.checked);
        }}
      />
    </div>
  );
}

/** The row of Settings that deletes the account (SET-15). */
function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-sm font-semibold">Delete account</h3>
        <p className="text-sm text-muted-foreground">
          Deletes your account and ends a running subscription at once, for good. Records of payments are kept.
        </p>
      </div>
      <Button {...deleteAccountDialog.near} variant="outline" size="small" onClick={() => setIsOpen(true)}>
        Delete Account
      </Button>
      {isOpen ? <deleteAccountDialog.Dialog hasPassword={hasPassword} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

const deleteAccountDialog = lazyDialog(async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog);
