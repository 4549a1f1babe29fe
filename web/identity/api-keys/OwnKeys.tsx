import { ownKeys } from './api.ts';
import { KeysCard } from './KeysCard.tsx';
import '../../ui/all-classes.css';

/** The member's own keys, a part of Settings (HOOK-05). */
export function OwnKeys() {
  return <KeysCard place={ownKeys} />;
}
