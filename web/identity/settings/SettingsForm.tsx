import './brand.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { PortalSettingsForm, type SavedPortalSettings } from '#contract/identity/settings-admin.ts';
import { EditConflict } from '#web/admin/EditConflict.tsx';
import { useEditForm } from '#web/platform/conflict.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { fetchPortalSettings, portalSettings, useSavePortalSettings } from './api.ts';
import { BrandFields } from './BrandFields.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { changedLabels, changesText, fieldLabels, type SettingsValues, valuesOf, wordsFor } from './display.ts';
import { LandingFields } from './LandingFields.tsx';
import {
  AssistantFields,
  CancelOfferFields,
  InvitationFields,
  PublicPageFields,
  PublisherFields,
  RegistrationFields,
  SynonymFields,
  TextFields,
} from './SettingsFields.tsx';

export function Settings() {
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

function SettingsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <Skeleton className="h-120 w-full rounded-lg!" />
      <Skeleton className="h-120 w-full rounded-lg!" />
      <span className="sr-only">Loading the portal settings</span>
    </div>
  );
}

const editedOf = (saved: SavedPortalSettings) => ({ values: valuesOf(saved), updatedAt: String(saved.version) });

/** The form of all settings, with the preview of the brand beside it. */
function SettingsForm({ saved }: { saved: SavedPortalSettings }) {
  const saving = useSavePortalSettings();
  const { form, conflict } = useEditForm({
    shape: PortalSettingsForm,
    opened: editedOf(saved),
    save: (values, version) => saving.mutateAsync({ ...values, version: Number(version) }),
    fetchSaved: async () => editedOf(await fetchPortalSettings()),
    code: 'portal.conflict',
  });
  useUnsaved(form.formState.isDirty && !form.isBusy);
  const fixed = saved.setByOperator;
  // Counts the discards, because each one mounts a new editor of the introduction.
  const [rounds, setRounds] = useState(0);
  const discard = () => {
    form.reset(valuesOf(saved));
    setRounds(rounds + 1);
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.onSubmit} className="portal-settings">
        <BrandFields />
        <aside aria-label="Preview of the brand colour" className="settings-preview flex flex-col gap-4">
          <BrandPreview />
        </aside>
        <div className="flex flex-col gap-6">
          <TextFields fixed={fixed} />
          <PublisherFields fixed={fixed} />
          <PublicPageFields fixed={fixed} />
          <LandingFields round={conflict.timesSettled + rounds} />
          <RegistrationFields />
          <InvitationFields />
          <AssistantFields />
          <SynonymFields />
          <CancelOfferFields />
          <SaveBar opened={valuesOf(saved)} isBusy={form.isBusy} onDiscard={discard} />
        </div>
      </form>
      <EditConflict noun="portal settings" conflict={conflict} labels={fieldLabels} wordsFor={wordsFor} />
    </FormProvider>
  );
}

type SaveBarProps = { opened: SettingsValues; isBusy: boolean; onDiscard: () => void };

/** Lists the unsaved changes beside the buttons that save and discard them; stays in view while there are any. */
function SaveBar({ opened, isBusy, onDiscard }: SaveBarProps) {
  const now = useWatch<SettingsValues>();
  const changed = changedLabels(opened, { ...opened, ...now } as SettingsValues);
  return (
    <div className={classes('save-bar', changed.length > 0 && 'is-changed')}>
      <p role="status" className="min-w-0 flex-1 text-sm">
        {changed.length > 0 ? `${changesText(changed)} Saving may ask you to confirm your sign-in.` : 'No changes yet.'}
      </p>
      <span className="flex gap-2">
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
