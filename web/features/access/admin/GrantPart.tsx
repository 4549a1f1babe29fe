import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { ResourceChoice } from '../../search/ResourceChoice.tsx';
import { explanation, useGrant } from './api.ts';
import { entitlementText, otherReasons } from './display.ts';
import { LoadedPart, Part } from './Part.tsx';

const blank = { resourceId: '', reason: '', expiresAt: '' };

/** Chooses a resource: says why the member may open it or not, and gives access to it (ADM-USER-09). */
export function GrantPart({ userId }: { userId: number }) {
  const [form, setForm] = useState(blank);
  const granting = useGrant(userId, () => setForm(blank));
  const resourceId = Number(form.resourceId);
  const grant = useSingleRun(() =>
    granting.mutateAsync({ resourceId, reason: form.reason, expiresAt: form.expiresAt || null }),
  );
  const set = (part: Partial<typeof blank>) => setForm({ ...form, ...part });
  const missing = form.resourceId === '' ? 'Choose a resource first.' : 'Enter a reason first.';
  const isReady = form.resourceId !== '' && form.reason.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) void grant();
  }

  return (
    <Part title="Grant access">
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4 sm:col-span-2">
          <ResourceChoice value={form.resourceId} onChange={(id) => set({ resourceId: id })} />
        </div>
        {form.resourceId === '' ? null : <Why userId={userId} resourceId={resourceId} />}
        <Field label="Reason">
          <TextInput maxLength={500} value={form.reason} onChange={({ target }) => set({ reason: target.value })} />
        </Field>
        <Field label="Ends after" isOptional>
          <TextInput type="date" value={form.expiresAt} onChange={({ target }) => set({ expiresAt: target.value })} />
        </Field>
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <Button type="submit" disabled={!isReady} isBusy={granting.isPending}>
            Grant Access
          </Button>
          {isReady ? null : <span className="text-sm text-muted-foreground">{missing}</span>}
        </div>
      </form>
    </Part>
  );
}

/** Why the member may open a resource: every entitlement that counted. */
function Why({ userId, resourceId }: { userId: number; resourceId: number }) {
  const query = useQuery(explanation(userId, resourceId));
  return (
    <div className="sm:col-span-2">
      <LoadedPart query={query} what="The explanation">
        {(found) => (
          <Banner tone={found.hasAccess ? 'success' : 'info'} role="status">
            <p className="font-semibold">
              {found.hasAccess ? 'This member can open it.' : `This member cannot open it: ${found.reason}.`}
            </p>
            <ul>
              {[...found.because.map(entitlementText), ...otherReasons(found)].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Banner>
        )}
      </LoadedPart>
    </div>
  );
}
