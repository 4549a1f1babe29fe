import { type ReactNode, Suspense, useRef, useState } from 'react';
import { maxPictureBytes } from '#contract/catalogue/files.ts';
import type { CurrentUser, Settings } from '#contract/identity/accounts.ts';
import { useRemovePicture, useUploadPicture } from '#web/catalogue/files/api.ts';
import { ExportPanel } from '#web/operations/privacy/ExportPanel.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { toast } from '#web/platform/toast.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { PasswordPanel } from '../sign-in/PasswordPanel.tsx';
import { SecondFactorPanel } from '../sign-in/SecondFactorPanel.tsx';
import { useMember } from './api.ts';
import { fullName } from './display.ts';
import { PanelHeading } from './PanelHeading.tsx';
import { useUpdateSetting } from './profile-api.ts';
import { notificationChoices, privacyChoices } from './settings-display.ts';
import { TimeZonePanel } from './TimeZonePanel.tsx';

export function SettingsScreen() {
  const member = useMember();
  usePage('Settings');
  return (
    <>
      <PageHeading title="Settings" subtitle="Changes are saved at once." />
      <div className="flex flex-col gap-8 lg:gap-10">
        <Section title="Picture" description="Shown beside your name, in the header and on your profile.">
          <PicturePanel member={member} />
        </Section>
        <Section title="Days & Times" description="The zone of days and times here, in emails and in documents.">
          <div>
            <TimeZonePanel member={member} />
          </div>
        </Section>
        <Section title="Notifications" description="Which emails you get. Receipts and reset links always arrive.">
          {notificationChoices.map(({ name, ...choice }) => (
            <SettingSwitch key={name} name={name} isOn={member[name]} {...choice} />
          ))}
        </Section>
        <Section title="Security" description="How you sign in, and where you are signed in now.">
          <PasswordPanel account={member} />
          <SecondFactorPanel member={member} />
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <PasskeysPanel />
          </Suspense>
          <Suspense fallback={<Skeleton className="h-48 w-full" />}>
            <DeviceList />
          </Suspense>
          <WaysInPanel />
          <Suspense>
            <CompanySignIns />
          </Suspense>
        </Section>
        <section aria-label="Keys and assistants">
          <h2>Keys and assistants</h2>
          <p className="mt-1 mb-4 text-sm text-muted-foreground">Programs that read what you may read, for you.</p>
          <Suspense fallback={<Skeleton className="h-48 w-full rounded-lg!" />}>
            <OwnKeys />
          </Suspense>
          <Suspense>
            <AssistantCalls />
          </Suspense>
        </section>
        <Section title="Privacy" description="Who sees your profile, and what we record of what you do here.">
          {privacyChoices.map(({ name, ...choice }) => (
            <SettingSwitch key={name} name={name} isOn={member[name]} {...choice} />
          ))}
        </Section>
        <Section title="Data & Privacy" description="Get a copy of your data, or delete your account.">
          <ExportPanel />
          <DeleteAccount account={member} />
        </Section>
      </div>
    </>
  );
}

const CompanySignIns = lazyPart(async () => (await import('../sign-in/CompanySignIns.tsx')).CompanySignIns);
const DeviceList = lazyPart(async () => (await import('../sign-in/DeviceList.tsx')).DeviceList);
const PasskeysPanel = lazyPart(async () => (await import('../passkeys/PasskeysPanel.tsx')).PasskeysPanel);
const OwnKeys = lazyPart(async () => (await import('../api-keys/OwnKeys.tsx')).OwnKeys);
const AssistantCalls = lazyPart(async () => (await import('#web/operations/mcp/AssistantCalls.tsx')).AssistantCalls);
const WaysIn = lazyPart(async () => (await import('../sign-in/WaysIn.tsx')).WaysIn);

/** The row of Settings that lists the ways into the account (SET-20). */
function WaysInPanel() {
  return (
    <div>
      <PanelHeading
        title="Ways into your account"
        description="Remove what you do not know, then change your password."
      />
      <Suspense fallback={<Skeleton className="mt-4 h-48 w-full" />}>
        <WaysIn />
      </Suspense>
    </div>
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
function DeleteAccount({ account }: { account: CurrentUser }) {
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
      {isOpen ? <deleteAccountDialog.Dialog account={account} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

const deleteAccountDialog = lazyDialog(async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog);

function PicturePanel({ member }: { member: CurrentUser }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  const remove = useRemovePicture();
  const hasPicture = member.profileImageUrl !== null;

  function choose(file: File | undefined) {
    if (!file) return;
    if (file.size <= maxPictureBytes) upload.mutate(file);
    else toast({ title: 'Upload failed', description: 'Choose an image of at most 5 MB.', tone: 'destructive' });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <Avatar name={fullName(member)} image={member.profileImageUrl} size="large" />
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-sm font-semibold">Your picture</h3>
        <p className="text-sm text-muted-foreground">JPG, PNG, GIF or WebP, at most 5 MB. It is cut to a square.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/gif,image/webp"
          aria-label="Picture file"
          className="hidden"
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // Cleared, so that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button variant="outline" size="small" isBusy={upload.isPending} onClick={() => input.current?.click()}>
          {hasPicture ? 'Replace picture' : 'Upload picture'}
        </Button>
        {hasPicture ? (
          <Button variant="destructive-ghost" size="small" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove picture
          </Button>
        ) : null}
      </div>
    </div>
  );
}
