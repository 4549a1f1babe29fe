import { useQuery } from '@tanstack/react-query';
import { FormProvider, useWatch } from 'react-hook-form';
import { PortalSettingsForm, type SavedPortalSettings } from '#contract/portal-admin.ts';
import { EditConflict } from '../../admin/EditConflict.tsx';
import { longDate } from '../../dates.ts';
import { useEditForm } from '../../platform/conflict.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminPage } from '../accounts/AdminOnly.tsx';
import { fetchPortalSettings, portalSettings, useSavePortalSettings } from './api.ts';
import { BrandFields } from './BrandFields.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { changedLabels, changesText, fieldLabels, type SettingsValues, valuesOf, wordsFor } from './display.ts';
import { PublicPageFields, PublisherFields, RegistrationFields, TextFields } from './SettingsFields.tsx';

/** Name, brand, publisher, public pages and registration of the portal (SETUP-01). */
export function PortalSettingsScreen() {
  return (
    <AdminPage
      title="Portal settings"
      subtitle="Your name, brand and publisher details. Changes apply at once for all users."
      actions={<LastSaved />}
    >
      <Settings />
    </AdminPage>
  );
}

function LastSaved() {
  const { data } = useQuery(portalSettings);
  if (!data?.savedAt) return null;
  return (
    <p className="text-sm text-muted-foreground">
      Saved on {longDate(data.savedAt)}
      {data.savedBy ? ` by ${data.savedBy}` : null}
    </p>
  );
}

function Settings() {
  const query = useQuery(portalSettings);
  return (
    <Loaded
      query={query}
      skeleton={<SettingsSkeleton />}
      failure="The portal settings did not load"
      safe="Nothing was changed."
    >
      {(saved) => <SettingsForm key={saved.version} saved={saved} />}
    </Loaded>
  );
}

const columns = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem] xl:gap-8';

function SettingsSkeleton() {
  return (
    <div role="status" className={columns}>
      <Skeleton className="h-160 w-full rounded-lg!" />
      <Skeleton className="h-120 w-full rounded-lg!" />
      <span className="sr-only">Loading the portal settings</span>
    </div>
  );
}

const editedOf = (saved: SavedPortalSettings) => ({ values: valuesOf(saved), updatedAt: String(saved.version) });

function SettingsForm({ saved }: { saved: SavedPortalSettings }) {
  const saving = useSavePortalSettings();
  const { form, conflict } = useEditForm({
    shape: PortalSettingsForm,
    opened: editedOf(saved),
    save: (values, version) => saving.mutateAsync({ ...values, version: Number(version) }),
    fetchSaved: async () => editedOf(await fetchPortalSettings()),
    code: 'portal.conflict',
  });
  const fixed = saved.setByOperator;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.onSubmit} className={columns}>
        <BrandFields />
        <aside
          aria-label="Preview of the brand colour"
          className="flex flex-col gap-4 xl:sticky xl:top-6 xl:col-start-2 xl:row-span-2 xl:row-start-1"
        >
          <BrandPreview />
        </aside>
        <div className="flex flex-col gap-6 xl:col-start-1">
          <TextFields fixed={fixed} />
          <PublisherFields fixed={fixed} />
          <PublicPageFields fixed={fixed} />
          <RegistrationFields />
          <SaveBar opened={valuesOf(saved)} isBusy={form.isBusy} onDiscard={() => form.reset(valuesOf(saved))} />
        </div>
      </form>
      <EditConflict noun="portal settings" conflict={conflict} labels={fieldLabels} wordsFor={wordsFor} />
    </FormProvider>
  );
}

type SaveBarProps = { opened: SettingsValues; isBusy: boolean; onDiscard: () => void };

/** What is not saved yet, and the button that saves it; in view while there is something. */
function SaveBar({ opened, isBusy, onDiscard }: SaveBarProps) {
  const now = useWatch<SettingsValues>();
  const changed = changedLabels(opened, { ...opened, ...now } as SettingsValues);
  return (
    <div
      className={
        changed.length > 0
          ? 'sticky bottom-2 z-10 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-border bg-popover px-5 py-3.5 shadow-lg lg:bottom-4'
          : 'flex flex-wrap items-center justify-between gap-4 px-1'
      }
    >
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm">
        {changed.length > 0 ? `${changesText(changed)} Saving may ask you to confirm your sign-in.` : 'No changes yet.'}
      </p>
      <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        {changed.length > 0 ? (
          <Button variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        <Button
          type="submit"
          isBusy={isBusy}
          unavailableReason={changed.length === 0 ? 'Nothing has changed.' : undefined}
        >
          Save changes
        </Button>
      </span>
    </div>
  );
}
