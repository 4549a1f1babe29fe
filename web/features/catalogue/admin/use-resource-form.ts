import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ResourceType } from '#contract/catalogue.ts';
import { getAdminResource } from '#contract/catalogue-admin.endpoints.ts';
import type { AdminResource } from '#contract/catalogue-admin.ts';
import type { ResourceForm } from '#contract/catalogue-forms.ts';
import { call } from '../../../platform/api.ts';
import { useEditForm } from '../../../platform/conflict.ts';
import { useSaveResource } from './api.ts';
import { blankValues, type ResourceValues, shapeFor, valuesOf } from './values.ts';

type ResourceFormOptions = { type: ResourceType; resource: AdminResource | undefined; onSaved: () => void };

const editedOf = (one: AdminResource) => ({ values: valuesOf(one), updatedAt: one.updatedAt });

/**
 * The state of a resource's form, checked by the contract's shape for its type; `conflict` when somebody else has saved
 * the resource meanwhile.
 */
export function useResourceForm({ type, resource, onSaved }: ResourceFormOptions) {
  const saving = useSaveResource({ type, resource, onSaved });
  return useEditForm<ResourceValues, ResourceForm>({
    shape: useMemo(() => shapeFor(type), [type]),
    opened: resource ? editedOf(resource) : { values: blankValues, updatedAt: '' },
    save: (values, updatedAt) => saving.mutateAsync(resource ? { ...values, updatedAt } : values),
    fetchSaved: async () => {
      if (!resource) throw new Error('A new resource has been saved by nobody');
      return editedOf(await call(getAdminResource, { params: { id: resource.id } }));
    },
    code: 'catalogue.edited-meanwhile',
  });
}

/** What each form's fields are told of the resource: its type, its id (undefined for a new one), whether it has a text. */
export type ResourceFieldsProps = { type: ResourceType; resourceId: number | undefined; hasText: boolean };

/** The same state inside the form. */
export function useResourceFields() {
  return useFormContext<ResourceValues>();
}

/** The first sentence within the errors of a field, whose entries may have errors of their own. */
export function sentenceIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Array.isArray(error) ? error.map(sentenceIn).find((sentence) => sentence !== undefined) : undefined;
}
