import { queryOptions } from '@tanstack/react-query';
import * as own from '#contract/identity/api-keys.endpoints.ts';
import type { ApiKey, KeyChange, KeyForm, NewApiKey, PortalKeyForm } from '#contract/identity/api-keys.ts';
import * as admin from '#contract/identity/api-keys-admin.endpoints.ts';
import * as organisation from '#contract/organisations/organisations-keys.endpoints.ts';
import type { KeyKind } from '#contract/scopes.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { requiredIn } from '../sign-in/required-connection-api.ts';

/** Owner of the keys on a screen, and the calls for these keys. */
export type KeyPlace = {
  kind: KeyKind;
  /** Endpoint of the list; its path is part of the query key. */
  list: { path: `/${string}` };
  load(): Promise<ApiKey[]>;
  create(form: PortalKeyForm): Promise<NewApiKey>;
  change(id: number, form: KeyChange): Promise<ApiKey>;
  revoke(id: number): Promise<{ message: string }>;
  /** Null for owners whose keys cannot be taken over. */
  takeOver: ((id: number) => Promise<ApiKey>) | null;
  /** Path of the API of the organisation that owns the keys; null for other owners. */
  organisationPath: string | null;
};

/** Safe cast, because the form allows a key without an end only for the portal. */
const withEnd = (form: PortalKeyForm) => form as KeyForm;

export const ownKeys: KeyPlace = {
  kind: 'member',
  list: own.listOwnKeys,
  load: () => call(own.listOwnKeys),
  create: (form) => call(own.createOwnKey, { body: withEnd(form) }),
  change: (id, body) => call(own.changeOwnKey, { params: { id }, body }),
  revoke: (id) => call(own.revokeOwnKey, { params: { id } }),
  takeOver: null,
  organisationPath: null,
};

export const portalKeys: KeyPlace = {
  kind: 'portal',
  list: admin.listPortalKeys,
  load: () => call(admin.listPortalKeys),
  create: (body) => call(admin.createPortalKey, { body }),
  change: (id, body) => call(admin.changePortalKey, { params: { id }, body }),
  revoke: (id) => call(admin.revokePortalKey, { params: { id } }),
  takeOver: null,
  organisationPath: null,
};

export const organisationKeys = (id: number): KeyPlace => ({
  kind: 'organisation',
  list: organisation.listOrganisationKeys,
  load: () => call(organisation.listOrganisationKeys, { params: { id } }),
  create: (form) => call(organisation.createOrganisationKey, { params: { id }, body: withEnd(form) }),
  change: (keyId, body) => call(organisation.changeOrganisationKey, { params: { id, keyId }, body }),
  revoke: (keyId) => call(organisation.revokeOrganisationKey, { params: { id, keyId } }),
  takeOver: (keyId) => call(organisation.takeKeyOver, { params: { id, keyId } }),
  organisationPath: `/api/organisations/${id}`,
});

export const keysQuery = ({ list, load, organisationPath }: KeyPlace) =>
  queryOptions({ queryKey: [list.path, organisationPath], queryFn: load, staleTime: 0 });

/** Makes a key. Shows no toast on success, because the dialog then shows the key. */
export const useCreateKey = (place: KeyPlace) =>
  useAction({
    send: place.create,
    // The dialog shows the way to a required company sign-in (SSO-10).
    failed: (error) => (requiredIn(error) ? null : 'The key was not made'),
    changed: [place.list],
  });

export const useChangeKey = (place: KeyPlace, id: number) =>
  useAction({
    send: (form: KeyChange) => place.change(id, form),
    failed: 'The key was not changed',
    done: () => ({ title: 'The key was changed' }),
    changed: [place.list],
  });

export const useRevokeKey = (place: KeyPlace, id: number) =>
  useAction({
    send: () => place.revoke(id),
    failed: 'The key was not revoked',
    done: () => ({ title: 'The key is revoked' }),
    changed: [place.list],
  });

export const useTakeOver = (place: KeyPlace, id: number) =>
  useAction({
    send: async () => place.takeOver?.(id),
    failed: 'The key was not taken over',
    done: () => ({ title: 'The key is yours now' }),
    changed: [place.list],
  });
