import { useMemo } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { organisationKeys } from '../../identity/api-keys/api.ts';
import { KeysCard } from '../../identity/api-keys/KeysCard.tsx';

/** The keys of an organisation for programs, which its owners see (HOOK-05). */
export function KeysPanel({ organisation: { id } }: { organisation: Organisation }) {
  return <KeysCard place={useMemo(() => organisationKeys(id), [id])} />;
}
